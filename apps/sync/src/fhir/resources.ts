import { isRawNumber } from '@care-atlas/domain/text';
import { z } from 'zod';
import { UnusableInput } from '../rows/unusable-input.js';

// What is read of FHIR R4; other elements are ignored, and not kept in memory.
const TEXT = z.string().optional();
const NUMBER = z.preprocess((value) => (isRawNumber(value) ? Number(value.rawJSON) : value), z.number());
/** Elements that may be missing. */
const list = <Item extends z.ZodType>(item: Item) => z.array(item).optional();
const CODING = z.object({ system: TEXT, code: TEXT, display: TEXT });
const CONCEPT = z.object({ coding: list(CODING), text: TEXT });
const IDENTIFIER = z.object({ system: TEXT, value: TEXT });
const TELECOM = z.object({ system: TEXT, value: TEXT, use: TEXT });
const ADDRESS = z.object({
  text: TEXT,
  line: list(z.string()),
  city: TEXT,
  state: TEXT,
  postalCode: TEXT,
});
const REFERENCE = z.object({ reference: TEXT });
const INNER_EXTENSION = z.object({
  url: z.string(),
  valueBoolean: z.boolean().optional(),
  valueString: TEXT,
  valueCodeableConcept: CONCEPT.optional(),
});
const EXTENSION = INNER_EXTENSION.extend({ extension: list(INNER_EXTENSION) });
const HOURS = z.object({
  daysOfWeek: list(z.string()),
  allDay: z.boolean().optional(),
  openingTime: TEXT,
  closingTime: TEXT,
});
const PERIOD = z.object({ start: TEXT, end: TEXT }).optional();
const NOT_AVAILABLE = z.object({ during: PERIOD });
const QUALIFICATION = z.object({ extension: list(EXTENSION), code: CONCEPT, period: PERIOD });
const RESOURCE = {
  id: TEXT,
  extension: list(EXTENSION),
  identifier: list(IDENTIFIER),
  active: z.boolean().optional(),
  telecom: list(TELECOM),
};

/** The resources that are read. */
const SCHEMAS = {
  Organization: z.object({ ...RESOURCE, name: TEXT, address: list(ADDRESS) }),
  Location: z.object({
    ...RESOURCE,
    status: TEXT,
    name: TEXT,
    type: list(CONCEPT),
    address: ADDRESS.optional(),
    position: z.object({ longitude: NUMBER, latitude: NUMBER }).optional(),
    managingOrganization: REFERENCE.optional(),
    hoursOfOperation: list(HOURS),
    availabilityExceptions: TEXT,
  }),
  HealthcareService: z.object({
    ...RESOURCE,
    name: TEXT,
    type: list(CONCEPT),
    location: list(REFERENCE),
    specialty: list(CONCEPT),
    comment: TEXT,
    notAvailable: list(NOT_AVAILABLE),
  }),
  Practitioner: z.object({
    ...RESOURCE,
    name: list(z.object({ use: TEXT, text: TEXT, family: TEXT, given: list(z.string()) })),
    gender: TEXT,
    communication: list(CONCEPT),
    qualification: list(QUALIFICATION),
  }),
  PractitionerRole: z.object({
    ...RESOURCE,
    practitioner: REFERENCE.optional(),
    organization: REFERENCE.optional(),
    location: list(REFERENCE),
    specialty: list(CONCEPT),
  }),
  VerificationResult: z.object({
    id: TEXT,
    target: list(REFERENCE),
    targetLocation: list(z.string()),
    status: TEXT,
    validationProcess: list(CONCEPT),
    lastPerformed: TEXT,
  }),
};
type ResourceType = keyof typeof SCHEMAS;
export type Resource<Type extends ResourceType> = z.infer<(typeof SCHEMAS)[Type]>;
export type Concept = z.infer<typeof CONCEPT>;
export type Telecom = z.infer<typeof TELECOM>;
export type Address = z.infer<typeof ADDRESS>;
export type Extension = z.infer<typeof EXTENSION>;
export type NotAvailable = z.infer<typeof NOT_AVAILABLE>;
export type Hours = z.infer<typeof HOURS>;

/** The resources of a Bundle or of files of bulk data, which refer to one another. */
export class FhirResources {
  /** Whether the pages of a search are not all there: each says that another follows. */
  endsEarly = false;
  readonly #byType = new Map<ResourceType, Map<string, unknown>>();
  readonly #byAddress = new Map<string, unknown>();

  /**
   * Adds a resource, or replaces one of the same id. One of another type is ignored.
   * @param address the `fullUrl` in a Bundle
   * @param where the file and the place in it, for messages
   * @throws UnusableInput when an element has another form than FHIR says
   */
  add(resource: unknown, address: unknown, where: string): void {
    const { resourceType, id = '' } = resource as Partial<Record<'resourceType' | 'id', string>>;
    if (resourceType === undefined || !(resourceType in SCHEMAS)) return;
    const type = resourceType as ResourceType;
    const { data, error } = SCHEMAS[type].safeParse(resource);
    if (!data) {
      const { path, message } = error.issues[0]!;
      throw new UnusableInput(`${where}, ${type}/${id}: ${path.join('.')}: ${message}.`);
    }
    const known = this.#byType.get(type) ?? new Map<string, unknown>();
    this.#byType.set(type, known);
    known.set(id || `#${known.size}`, data);
    this.#byAddress.set(`${type}/${id}`, data);
    if (typeof address === 'string') this.#byAddress.set(address, data);
  }

  /** Returns the resources of a type, in the order of their files. */
  all<Type extends ResourceType>(type: Type): readonly Resource<Type>[] {
    return [...(this.#byType.get(type)?.values() ?? [])] as readonly Resource<Type>[];
  }

  /** Returns the resource of a type that a reference leads to; undefined when it is not among these. */
  find<Type extends ResourceType>(type: Type, reference: string | undefined): Resource<Type> | undefined {
    if (reference === undefined) return undefined;
    // `https://example.org/fhir/Location/1` is `Location/1`.
    const local = reference.split('/').slice(-2).join('/');
    const found = this.#byAddress.get(reference) ?? this.#byAddress.get(local);
    const isOfType = local.startsWith(`${type}/`) || !local.includes('/');
    return isOfType ? (found as Resource<Type> | undefined) : undefined;
  }
}
