import { Get } from '@nestjs/common';
import { type Answer, SpecialistList, SpecialistQuery } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import type { Caller } from '@care-atlas/server/access';
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
