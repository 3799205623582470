import { AccuracyRepository } from '@care-atlas/data/directory';
import { Directory } from '@care-atlas/domain/directory';
import { hitRate } from '@care-atlas/domain/rules';
import { Controller } from '@nestjs/common';
import { Dependencies } from '../dependencies.js';
import { type Answer, Endpoint } from '../http/endpoint.js';

/** The measured accuracy of the directory, as the API reports it, and the audits behind it. */
@Controller()
export class AccuracyController {
  readonly #audits: AccuracyRepository;

  constructor(
    private readonly directory: Directory,
    { database }: Dependencies,
  ) {
    this.#audits = new AccuracyRepository(database);
  }

  @Endpoint('getAccuracy')
  async get(): Promise<Answer<'getAccuracy'>> {
    const { status, accuracy } = this.directory.listAccuracy().value;
    const [first] = accuracy;
    const [audits, evidence] = await Promise.all([
      this.#audits.audits(),
      first ? this.#audits.byEvidence(first.protocolHash) : [],
    ]);
    return {
      status,
      accuracy,
      byEvidence: evidence.map(({ method, age, ...counts }) => ({ method, age, ...hitRate(counts) })),
      audits: audits.map(({ fileHash: _fileHash, ...audit }) => audit),
    };
  }
}
