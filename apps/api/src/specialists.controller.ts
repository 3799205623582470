import { Get } from '@nestjs/common';
import type { Answer } from '@care-atlas/domain/answer';
import { Directory } from '@care-atlas/domain/directory';
import { SpecialistList } from '@care-atlas/domain/list-answer';
import { SpecialistQuery } from '@care-atlas/domain/query';
import type { Caller } from '@care-atlas/server/caller';
import { CallerOf, Keyed, ReadQuery } from './keyed.decorator.js';
import { Operation } from './openapi/operation.decorator.js';

@Keyed('specialists', 'Specialists')
export class SpecialistsController {
  constructor(private readonly directory: Directory) {}

  @Get()
  @Operation({
    id: 'listSpecialists',
    summary: 'List clinics that offer a specialty',
    query: SpecialistQuery,
    answer: SpecialistList,
  })
  list(
    @ReadQuery(SpecialistQuery) query: SpecialistQuery,
    @CallerOf() caller: Caller,
  ): Answer<SpecialistList> {
    return this.directory.listSpecialists(query, caller.sizes);
  }
}
