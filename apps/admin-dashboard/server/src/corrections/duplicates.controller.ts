import { Controller } from '@nestjs/common';
import { DirectoryHistoryRepository } from '@care-atlas/data/directory';
import { type DuplicateClinic, duplicateClinics, type DuplicatePair } from '@care-atlas/data/sync';
import { Directory } from '@care-atlas/domain/directory';
import { PageQuery } from '#contract/fields';
import { Dependencies } from '../dependencies.js';
import { orNull } from '../directory/or-null.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';

const SHOWN_DOCTORS = 5;

/** Clinics that are likely the same. */
@Controller()
export class DuplicatesController {
  readonly #versions: DirectoryHistoryRepository;
  /** The pairs of a dataset version: they change only with it. */
  #found: { readonly version: string | null; readonly pairs: Promise<readonly DuplicatePair[]> } | undefined;

  constructor(
    private readonly dependencies: Dependencies,
    private readonly directory: Directory,
  ) {
    this.#versions = new DirectoryHistoryRepository(dependencies.database);
  }

  @Endpoint('listDuplicates', PageQuery)
  async list({ query: { limit, offset } }: Call<'listDuplicates'>): Promise<Answer<'listDuplicates'>> {
    const all = await this.#pairs();
    const pairs = all
      .slice(offset, offset + limit)
      .map(({ merged, kept, reasons, listedBy, missing, metres }) => ({
        clinics: [this.#shown(merged), this.#shown(kept)] as const,
        reasons,
        listedBy,
        missing,
        metres,
      }));
    return { pairs, total: all.length, count: pairs.length };
  }

  async #pairs(): Promise<readonly DuplicatePair[]> {
    const version = await this.#versions.newestVersion();
    if (this.#found?.version !== version) {
      const pairs = duplicateClinics(this.dependencies.database);
      this.#found = { version, pairs };
      // A failure is not kept: the next request tries again.
      pairs.catch(() => (this.#found = undefined));
    }
    return this.#found!.pairs;
  }

  #shown({ id, name, address, phone, website, origin, source, extractedAt }: DuplicateClinic) {
    const clinic = orNull(() => this.directory.getClinic(id).value.clinic);
    const doctors = clinic?.doctors.map((doctor) => doctor.name) ?? [];
    return {
      id,
      name,
      address,
      phone,
      website,
      origin,
      source,
      extractedAt,
      doctorCount: doctors.length,
      doctors: doctors.slice(0, SHOWN_DOCTORS),
    };
  }
}
