import type { ClinicSummary } from '../../contract/answers/clinic-answer.js';
import type { ClinicExtra } from '../../contract/queries/query.js';
import { english, type Said } from '../../messages/index.js';
import type { ClinicRecord } from '../../records/clinic.js';
import { clinicRemarks } from '../../rules/clinic-remark.js';
import type { AsOf } from '../../rules/time/as-of.js';
import type { EvidenceIndex } from '../evidence/evidence-index.js';
import { utf8 } from '../../text/utf8.js';
import { type TextArena, textAt } from '../memory/text-arena.js';
import { COMMA, type TextMemory } from '../memory/text-memory.js';
import { CLINIC_ITEM, CLINIC_LINKS, clinicSummary, SPECIALIST_ITEM } from '../wire/clinic-parts.js';
import { jsonMembers, memberStart } from '../wire/parts.js';
import { metresBetween, unitVectors } from './nearest.js';

/**
 * The JSON of parts of clinics as columns by ordinal: open clinics, then closed ones. Parts that occur in the summary point
 * into it instead of being stored again:
 *
 *     summary  {"id":…,"name":…,"address":…,"lat":…,"lng":…,"phone":…,"acceptingNewPatients":…}
 *     heads    ├──────────────────────────┤                              locations, phones, addresses, ids likewise
 */
export type ClinicExtraColumns = ReturnType<typeof clinicExtraColumns>;

export function clinicExtraColumns(clinics: readonly ClinicRecord[], arena: TextArena) {
  const summaries = clinics.map((clinic) => {
    const text = JSON.stringify(clinicSummary(clinic));
    return { clinic, text, span: arena.add(text) };
  });
  /** Returns a column of parts of the summaries. */
  const within = (partOf: (clinic: ClinicRecord) => string) =>
    arena.column(summaries.map(({ clinic, text, span }) => arena.addWithin(text, span, partOf(clinic))));
  const internedJson = (valueOf: (clinic: ClinicRecord) => unknown) =>
    arena.column(clinics.map((clinic) => arena.intern(JSON.stringify(valueOf(clinic)))));
  const internedMembers = (membersOf: (clinic: ClinicRecord) => object) =>
    arena.column(clinics.map((clinic) => arena.intern(jsonMembers(membersOf(clinic)))));
  return {
    /** JSON of the summary. */
    summaries: arena.column(summaries.map(({ span }) => span)),
    ids: within(({ id }) => id),
    /** JSON of the start of an item in a list of clinics. */
    heads: within((clinic) => `{${jsonMembers(CLINIC_ITEM.head(clinic))}`),
    /** JSON of the start of the items of a clinic's services. */
    serviceHeads: within((clinic) => `{${jsonMembers(SPECIALIST_ITEM.head(clinic))}`),
    locations: within((clinic) => jsonMembers(CLINIC_ITEM.location(clinic))),
    addresses: within((clinic) => jsonMembers(SPECIALIST_ITEM.address(clinic))),
    phones: within((clinic) => jsonMembers(CLINIC_ITEM.phone(clinic))),
    /** JSON of the website. */
    websites: internedJson(({ website }) => website),
    /** JSON members of the opening hours. */
    hours: internedMembers(CLINIC_ITEM.openingHours),
    /** JSON array of the remarks (`notes` in answers) in English. */
    notes: internedJson((clinic) => clinicRemarks(clinic).map(english)),
    /** JSON array of the same remarks as codes with parameters, for other languages. */
    noteMessages: internedJson(clinicRemarks),
    /** Points on the unit sphere. */
    vectors: unitVectors(clinics),
  };
}

/** On /specialists, `include=location` also adds `address`; items of other lists always have it. */
export type Extra = ClinicExtra | 'address';

/** The optional members that a request adds to each item about its clinic. */
export interface RequestedExtras {
  /** In the order of the answer. */
  readonly members: readonly Extra[];
  /** Point on the unit sphere from which distances are measured; present if `members` has `distance`. */
  readonly place?: Float64Array;
  /** The base URL of the read operations, for links. */
  readonly apiUrl: string;
  /** The day as of which evidence is judged. */
  readonly asOf: AsOf;
}

/** Serializes optional members about clinics, including closed ones. Copies stored JSON, except for links and distances. */
export class ClinicExtras {
  constructor(
    private readonly columns: ClinicExtraColumns,
    private readonly evidence: EvidenceIndex,
    private readonly idOf: (clinic: number) => string,
  ) {}

  /** Returns the JSON of a clinic as it is embedded in a doctor. */
  summaryJson(clinic: number): string {
    return textAt(this.columns.summaries, clinic);
  }

  /** Returns the remarks on a clinic. */
  notesOf(clinic: number): readonly Said[] {
    return JSON.parse(textAt(this.columns.noteMessages, clinic)) as readonly Said[];
  }

  /** Appends the requested members, each with a comma before it. */
  add(clinic: number, extras: RequestedExtras, to: TextMemory): void {
    for (const extra of extras.members) this.#add(extra, clinic, extras, to);
  }

  #mapUrl(clinic: number): string {
    const { lat, lng } = JSON.parse(this.summaryJson(clinic)) as ClinicSummary;
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
  }

  #add(extra: Extra, clinic: number, { place, apiUrl, asOf }: RequestedExtras, to: TextMemory): void {
    const { columns } = this;
    switch (extra) {
      case 'notes':
        to.addConstant(NOTES).add(columns.notes, clinic);
        break;
      case 'links': {
        const path = `/clinics/${this.idOf(clinic)}`;
        const self = jsonMembers(CLINIC_LINKS.self(apiUrl + path));
        const pageUrl = apiUrl.replace(API_PATH, '') + path;
        to.addText(`${memberStart(CLINIC_ITEM.links)}{${self}${memberStart(CLINIC_LINKS.website)}`)
          .add(columns.websites, clinic)
          .addText(`${memberStart(CLINIC_LINKS.map)}"${this.#mapUrl(clinic)}"`)
          .addText(`${memberStart(CLINIC_LINKS.page)}"${pageUrl}"}`);
        break;
      }
      case 'distance':
        if (place)
          to.addConstant(DISTANCE).addText(String(Math.round(metresBetween(columns.vectors, clinic, place))));
        break;
      case 'address':
        to.addConstant(COMMA).add(columns.addresses, clinic);
        break;
      case 'location':
        to.addConstant(COMMA).add(columns.locations, clinic);
        break;
      case 'contact':
        to.addConstant(COMMA).add(columns.phones, clinic).addConstant(WEBSITE).add(columns.websites, clinic);
        break;
      case 'hours':
        to.addConstant(COMMA).add(columns.hours, clinic);
        break;
      case 'availability':
        this.evidence.addAvailability(clinic, 'clinic', asOf, to.addConstant(AVAILABILITY));
        break;
      default:
        extra satisfies never;
    }
  }
}

/** The path of the interface, on the service that has the pages, too. */
const API_PATH = /\/api\/v1$/;
const AVAILABILITY = utf8(memberStart(CLINIC_ITEM.availability));
const NOTES = utf8(memberStart(CLINIC_ITEM.notes));
const WEBSITE = utf8(memberStart(CLINIC_ITEM.website));
const DISTANCE = utf8(memberStart(CLINIC_ITEM.distance));
