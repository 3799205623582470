import { Controller } from '@nestjs/common';
import type { ReadArguments, Reads } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { Keyed, Read } from './read.decorator.js';

/** Serves every read operation. Paths, parameters, answers and documentation come from `OPERATIONS`. */
@Controller()
@Keyed()
export class DirectoryController implements Served {
  constructor(private readonly directory: Directory) {}

  @Read('listDoctors')
  listDoctors(request: ReadArguments<'listDoctors'>) {
    return this.directory.listDoctors(...request);
  }

  @Read('searchDoctors')
  searchDoctors(request: ReadArguments<'searchDoctors'>) {
    return this.directory.searchDoctors(...request);
  }

  @Read('getSummary')
  getSummary([query]: ReadArguments<'getSummary'>) {
    return this.directory.getSummary(query);
  }

  @Read('getDoctor')
  getDoctor(request: ReadArguments<'getDoctor'>) {
    return this.directory.getDoctor(...request);
  }

  @Read('listDoctorReviews')
  listDoctorReviews(request: ReadArguments<'listDoctorReviews'>) {
    return this.directory.listDoctorReviews(...request);
  }

  @Read('getDoctorSignals')
  getDoctorSignals([cpso, query]: ReadArguments<'getDoctorSignals'>) {
    return this.directory.getDoctorSignals(cpso, query);
  }

  @Read('getDoctorEvidence')
  getDoctorEvidence([cpso, query]: ReadArguments<'getDoctorEvidence'>) {
    return this.directory.getDoctorEvidence(cpso, query);
  }

  @Read('listClinics')
  listClinics(request: ReadArguments<'listClinics'>) {
    return this.directory.listClinics(...request);
  }

  @Read('getClinic')
  getClinic(request: ReadArguments<'getClinic'>) {
    return this.directory.getClinic(...request);
  }

  @Read('listClinicReviews')
  listClinicReviews(request: ReadArguments<'listClinicReviews'>) {
    return this.directory.listClinicReviews(...request);
  }

  @Read('getClinicSignals')
  getClinicSignals([id, query]: ReadArguments<'getClinicSignals'>) {
    return this.directory.getClinicSignals(id, query);
  }

  @Read('getClinicEvidence')
  getClinicEvidence([id, query]: ReadArguments<'getClinicEvidence'>) {
    return this.directory.getClinicEvidence(id, query);
  }

  @Read('listSpecialists')
  listSpecialists(request: ReadArguments<'listSpecialists'>) {
    return this.directory.listSpecialists(...request);
  }

  @Read('getFacets')
  getFacets([query]: ReadArguments<'getFacets'>) {
    return this.directory.getFacets(query);
  }

  @Read('listSpecialties')
  listSpecialties([query]: ReadArguments<'listSpecialties'>) {
    return this.directory.listSpecialties(query);
  }

  @Read('listLanguages')
  listLanguages([query]: ReadArguments<'listLanguages'>) {
    return this.directory.listLanguages(query);
  }

  @Read('listAreas')
  listAreas([query]: ReadArguments<'listAreas'>) {
    return this.directory.listAreas(query);
  }

  @Read('listPlaces')
  listPlaces(request: ReadArguments<'listPlaces'>) {
    return this.directory.listPlaces(...request);
  }

  @Read('readQuestion')
  readQuestion([query]: ReadArguments<'readQuestion'>) {
    return this.directory.readQuestion(query);
  }

  @Read('explainAbsence')
  explainAbsence(request: ReadArguments<'explainAbsence'>) {
    return this.directory.explainAbsence(...request);
  }

  @Read('listSources')
  listSources([query]: ReadArguments<'listSources'>) {
    return this.directory.listSources(query);
  }

  @Read('listAccuracy')
  listAccuracy([query]: ReadArguments<'listAccuracy'>) {
    return this.directory.listAccuracy(query);
  }
}

/** Requires a method per operation. */
type Served = { readonly [Name in keyof Reads]: (request: ReadArguments<Name>) => ReturnType<Reads[Name]> };
