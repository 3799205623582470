import { Controller } from '@nestjs/common';
import { RecordRepository } from '@care-atlas/data/directory';
import { type DoctorSearchQuery, OPERATIONS } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { isUUID } from 'class-validator';
import { RECORD_KINDS, type RecordKind, RecordQuery } from '#contract/directory/records';
import { Dependencies } from '../dependencies.js';
import { DashboardError } from '../http/dashboard-error.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';
import { orNull } from './or-null.js';
import { recordHtml } from './record-html.js';

type Records = Answer<'findRecords'>['records'];

/** How many records of each kind a search returns. */
const MAX_FOUND = 20;

/** Single records: found by name, number or address, and everything that is known about one. */
@Controller()
export class RecordsController {
  readonly #records: RecordRepository;

  constructor(
    { database }: Dependencies,
    private readonly directory: Directory,
  ) {
    this.#records = new RecordRepository(database);
  }

  @Endpoint('findRecords', RecordQuery)
  async find({ query: { q } }: Call<'findRecords'>): Promise<Answer<'findRecords'>> {
    const found = await this.#records.find(q, MAX_FOUND);
    const named = found.length === 0 ? this.#namedIn(q) : [];
    const hasDoctor = [...found, ...named].some(({ record }) => record === 'doctor');
    // Misspelled names: only the lists know how names sound.
    const similar = hasDoctor || named.length > 0 ? [] : this.#doctors({ q, match: 'forgiving' }, true);
    const stored = found.map(({ record, key, name, address, endedAt }) => ({
      record,
      key,
      name,
      address,
      endedAt,
      isAlike: false,
    }));
    return { records: [...similar, ...named, ...stored] };
  }

  @Endpoint('getRecord')
  async get({ params }: Call<'getRecord'>): Promise<Answer<'getRecord'>> {
    const { record, key } = this.#named(params);
    const stored = await this.#records.get(record, key);
    if (!stored) throw new DashboardError('not_found', { code: 'no_record' });
    const isDoctor = record === 'doctor';
    const list = isDoctor ? 'doctors' : 'clinics';
    const doctor = isDoctor ? orNull(() => this.directory.getDoctor(key).value.doctor) : null;
    const clinic = isDoctor ? null : orNull(() => this.directory.getClinic(key).value.clinic);
    const isListed = doctor !== null || clinic !== null;
    const [newest] = stored.history;
    const isNewer = newest !== undefined && newest.startedAt > this.directory.dataset.syncedAt;
    // Nobody asked for a page of the list.
    const { note: _page, ...listed } = this.directory.explainAbsence({ list, id: key }).value;
    return {
      record,
      key,
      name: String(stored.stored['name']),
      ...stored,
      corrections: stored.corrections.map(({ id, kind, given, why, madeBy, madeAt, until, endedAt }) => ({
        id,
        kind,
        given,
        why,
        madeBy,
        madeAt,
        until,
        endedAt,
      })),
      history: stored.history.map(({ fields, ...change }) => ({ ...change, fields: fields ?? {} })),
      doctor,
      clinic,
      isBehind: isNewer || (stored.hidden && isListed),
      listed,
      view: isListed ? this.#viewOf(record, key) : null,
    };
  }

  #named({ record, key }: { readonly record: string; readonly key: string }) {
    const isKind = (RECORD_KINDS as readonly string[]).includes(record);
    const isKey = record === 'doctor' ? OPERATIONS.getDoctor.subject.pattern.test(key) : isUUID(key);
    if (!isKind || !isKey) throw new DashboardError('not_found', { code: 'no_record' });
    return { record: record as RecordKind, key: key.toLowerCase() };
  }

  #viewOf(record: RecordKind, key: string): Answer<'getRecord'>['view'] {
    return {
      en: recordHtml(this.directory, record, key, 'en'),
      fr: recordHtml(this.directory, record, key, 'fr'),
    };
  }

  /** Returns the records that a sentence names, such as "phone number of …": filters make no records. */
  #namedIn(q: string): Records {
    const { clinics = [], values } = this.directory.readQuestion({ q }).value;
    const doctors =
      values.match === 'words' && values.q !== undefined
        ? this.#doctors({ q: values.q, match: 'words' }, false)
        : [];
    return [
      ...doctors,
      ...clinics.map(({ id, name, address }) => ({
        record: 'clinic' as const,
        key: id,
        name,
        address,
        endedAt: null,
        isAlike: false,
      })),
    ];
  }

  #doctors(query: Pick<DoctorSearchQuery, 'q' | 'match'>, isAlike: boolean): Records {
    if (query.q.trim().length < 2) return [];
    const { doctors } = this.directory.searchDoctors({ ...query, limit: MAX_FOUND }).value;
    return doctors.map(({ cpsoNumber, name, clinic }) => ({
      record: 'doctor',
      key: cpsoNumber,
      name,
      address: clinic.address,
      endedAt: null,
      isAlike,
    }));
  }
}
