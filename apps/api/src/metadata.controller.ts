import { Get } from '@nestjs/common';
import { type Answer, LanguageValues, Query, SpecialtyValues } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { Keyed, ReadQuery } from './keyed.decorator.js';
import { Operation } from './openapi/operation.decorator.js';

@Keyed('metadata', 'Metadata')
export class MetadataController {
  constructor(private readonly directory: Directory) {}

  @Get('specialties')
  @Operation({
    id: 'listSpecialties',
    summary: 'Specialty filter values and doctor counts',
    answer: SpecialtyValues,
  })
  specialties(@ReadQuery(Query) query: Query): Answer<SpecialtyValues> {
    return this.directory.specialties(query);
  }

  @Get('languages')
  @Operation({
    id: 'listLanguages',
    summary: 'Language filter values and doctor counts',
    answer: LanguageValues,
  })
  languages(@ReadQuery(Query) query: Query): Answer<LanguageValues> {
    return this.directory.languages(query);
  }
}
