import { Controller } from '@nestjs/common';
import { Directory } from '@care-atlas/domain/directory';
import { english } from '@care-atlas/domain/messages';
import { COVERAGE_COLUMNS, coverageCells } from '@care-atlas/domain/map';
import { CoverageQuery } from '#contract/directory/coverage';
import { csvFile } from '../http/csv.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';

/** Doctors by postal area. */
@Controller()
export class CoverageController {
  constructor(private readonly directory: Directory) {}

  @Endpoint('getCoverage', CoverageQuery)
  get({ query }: Call<'getCoverage'>): Answer<'getCoverage'> {
    const { specialties, languages } = this.directory.totals;
    const { warnings, ...coverage } = this.#coverage(query);
    return {
      ...coverage,
      warnings: warnings.map(english),
      specialties: specialties.map(({ value }) => value),
      languages: languages.map(({ value }) => value),
    };
  }

  @Endpoint('exportCoverage', CoverageQuery)
  export({ query }: Call<'exportCoverage'>): Answer<'exportCoverage'> {
    return csvFile('coverage', COVERAGE_COLUMNS, this.#coverage(query).areas.map(coverageCells));
  }

  #coverage({ specialty, language, accepting }: CoverageQuery) {
    return this.directory.coverage({
      specialties: specialty ? [specialty] : undefined,
      languages: language ? [language] : undefined,
      accepting: accepting === 'true' || undefined,
    });
  }
}
