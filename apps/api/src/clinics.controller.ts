import { Get, Param } from '@nestjs/common';
import {
  type Answer,
  ClinicAnswer,
  ClinicList,
  ClinicQuery,
  ClinicReviews,
  ClinicSignals,
  PageQuery,
  Query,
} from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import type { Caller } from '@care-atlas/server/access';
import { CallerOf, Keyed, ReadQuery } from './keyed.decorator.js';
import { CLINIC_ID, Operation } from './openapi/operation.decorator.js';

@Keyed('clinics', 'Clinics')
export class ClinicsController {
  constructor(private readonly directory: Directory) {}

  @Get()
  @Operation({ id: 'listClinics', summary: 'List clinics', query: ClinicQuery, answer: ClinicList })
  list(@ReadQuery(ClinicQuery) query: ClinicQuery, @CallerOf() caller: Caller): Answer<ClinicList> {
    return this.directory.listClinics(query, caller.sizes);
  }

  @Get(':id')
  @Operation({ id: 'getClinic', summary: 'One clinic', path: CLINIC_ID, answer: ClinicAnswer })
  one(@Param('id') id: string, @CallerOf() caller: Caller): Answer<ClinicAnswer> {
    return this.directory.clinic(id, caller.sizes);
  }

  @Get(':id/reviews')
  @Operation({
    id: 'listClinicReviews',
    summary: 'Reviews of a clinic, with what they amount to',
    path: CLINIC_ID,
    query: PageQuery,
    answer: ClinicReviews,
  })
  reviews(
    @Param('id') id: string,
    @ReadQuery(PageQuery) query: PageQuery,
    @CallerOf() caller: Caller,
  ): Answer<ClinicReviews> {
    return this.directory.clinicReviews(id, query, caller.sizes);
  }

  @Get(':id/signals')
  @Operation({
    id: 'getClinicSignals',
    summary: 'Review signals of a clinic',
    path: CLINIC_ID,
    answer: ClinicSignals,
  })
  signals(@Param('id') id: string, @ReadQuery(Query) query: Query): Answer<ClinicSignals> {
    return this.directory.clinicSignals(id, query);
  }
}
