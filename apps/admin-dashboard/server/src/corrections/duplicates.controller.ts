import { Controller } from '@nestjs/common';
import { DirectoryHistoryRepository } from '@care-atlas/data/directory';
import { type DuplicateClinic, duplicateClinics } from '@care-atlas/data/sync';
import { Directory } from '@care-atlas/domain/directory';
import { PageQuery } from '#contract/fields';
import { Dependencies } from '../dependencies.js';
import { orNull } from '../directory/or-null.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';
import { clustersOf, type DuplicateCluster } from './duplicate-clusters.js';

const SHOWN_DOCTORS = 5;

/** Clinics that are likely the same. */
@Controller()
export class DuplicatesController {
  readonly #versions: DirectoryHistoryRepository;
  /** Those of a dataset version: they change only with it. */
  #found:
    | { readonly version: string | null; readonly clusters: Promise<readonly DuplicateCluster[]> }
    | undefined;

  constructor(
    private readonly dependencies: Dependencies,
    private readonly directory: Directory,
  ) {
    this.#versions = new DirectoryHistoryRepository(dependencies.database);
  }

  @Endpoint('listDuplicates', PageQuery)
  async list({ query: { limit, offset } }: Call<'listDuplicates'>): Promise<Answer<'listDuplicates'>> {
    const all = await this.#clusters();
    const clusters = all.slice(offset, offset + limit).map(({ clinics, pairs }) => ({
      clinics: Array.from(clinics.values(), (clinic) => this.#shown(clinic)),
      pairs: pairs.map(({ merged, kept, reasons, listedBy, missing, metres }) => ({
        clinics: [merged.id, kept.id] as const,
        reasons,
        listedBy,
        missing,
        metres,
      })),
    }));
    return { clusters, total: all.length, count: clusters.length };
  }

  async #clusters(): Promise<readonly DuplicateCluster[]> {
    const version = await this.#versions.newestVersion();
    if (this.#found?.version !== version) {
      const clusters = duplicateClinics(this.dependencies.database).then(clustersOf);
      this.#found = { version, clusters };
      // A failure is not kept: the next request tries again.
      clusters.catch(() => (this.#found = undefined));
    }
    return this.#found!.clusters;
  }

  #shown({ id, name, address, phone, website, origin, source, extractedAt }: DuplicateClinic) {
    const clinic = orNull(() => this.directory.getClinic(id).value.clinic);
    const doctors = clinic?.doctors.map((doctor) => doctor.name);
    return {
      id,
      name,
      address,
      phone,
      website,
      origin,
      source,
      extractedAt,
      doctorCount: doctors?.length ?? null,
      doctors: doctors?.slice(0, SHOWN_DOCTORS) ?? [],
    };
  }
}
