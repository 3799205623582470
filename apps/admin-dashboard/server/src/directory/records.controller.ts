import { Controller } from '@nestjs/common';
import { RecordRepository } from '@care-atlas/data/directory';
import { type DoctorSearchQuery, OPERATIONS, type QuestionAnswer } from '@care-atlas/domain/contract';
import { Directory } from '@care-atlas/domain/directory';
import { isUUID } from 'class-validator';
import { RECORD_KINDS, type RecordKind, RecordQuery } from '#contract/directory/records';
import { Dependencies } from '../dependencies.js';
import { DashboardError } from '../http/dashboard-error.js';
import { type Answer, type Call, Endpoint } from '../http/endpoint.js';
import { orNull } from './or-null.js';
import { recordHtml } from './record-html.js';
import { doctorsOfSentence, sentenceReading } from './sentence.js';

type Item = Answer<'findRecords'>['records'][number];
type Found = Omit<Item, 'independent'>;
type Doctor = ReturnType<Directory['listDoctors']>['value']['doctors'][number];

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
    const answer = found.length === 0 ? this.directory.readQuestion({ q }).value : undefined;
    const named = answer ? this.#namedIn(answer) : [];
    const hasDoctor = [...found, ...named].some(({ record }) => record === 'doctor');
    // Misspelled names: only the lists know how names sound.
    const similar = hasDoctor || named.length > 0 ? [] : this.#doctors({ q, match: 'forgiving' }, true);
    const sentence = named.length + similar.length === 0 ? answer : undefined;
    const listed = sentence ? doctorsOfSentence(this.directory, sentence, MAX_FOUND).map(itemOf) : [];
    const stored = found.map(({ record, key, name, address, endedAt }) => ({
      record,
      key,
      name,
      address,
      endedAt,
      isAlike: false,
    }));
    return {
      records: [...similar, ...named, ...listed, ...stored].map((record) => this.#withIndependence(record)),
      reading: sentence ? sentenceReading(sentence) : null,
    };
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

  #withIndependence(found: Found): Item {
    const independent =
      found.record === 'doctor' && found.endedAt === null
        ? orNull(() => this.directory.independence(found.key))
        : null;
    return { ...found, independent };
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

  /** Returns the records that a sentence names, such as "phone number of …". */
  #namedIn({ clinics = [], values }: QuestionAnswer): readonly Found[] {
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

  #doctors(query: Pick<DoctorSearchQuery, 'q' | 'match'>, isAlike: boolean): readonly Found[] {
    if (query.q.trim().length < 2) return [];
    const { doctors } = this.directory.searchDoctors({ ...query, limit: MAX_FOUND }).value;
    return doctors.map((doctor) => ({ ...itemOf(doctor), isAlike }));
  }
}

function itemOf({ cpsoNumber, name, clinic }: Doctor): Found {
  return {
    record: 'doctor',
    key: cpsoNumber,
    name,
    address: clinic.address,
    endedAt: null,
    isAlike: false,
  };
}
