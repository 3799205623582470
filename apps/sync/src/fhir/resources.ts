import { isRawNumber } from '@care-atlas/domain/text';
import { z } from 'zod';
import { UnusableInput } from '../rows/unusable-input.js';

// What is read of FHIR R4; other elements are ignored, and not kept in memory.
const TEXT = z.string().optional();
const NUMBER = z.preprocess((value) => (isRawNumber(value) ? Number(value.rawJSON) : value), z.number());
const CODING = z.object({ system: TEXT, code: TEXT, display: TEXT });
const CONCEPT = z.object({ coding: z.array(CODING).optional(), text: TEXT });
const IDENTIFIER = z.object({ system: TEXT, value: TEXT });
const TELECOM = z.object({ system: TEXT, value: TEXT, use: TEXT });
const ADDRESS = z.object({
  text: TEXT,
  line: z.array(z.string()).optional(),
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
const EXTENSION = INNER_EXTENSION.extend({ extension: z.array(INNER_EXTENSION).optional() });
const HOURS = z.object({
  daysOfWeek: z.array(z.string()).optional(),
  allDay: z.boolean().optional(),
  openingTime: TEXT,
  closingTime: TEXT,
});
const NOT_AVAILABLE = z.object({ during: z.object({ start: TEXT, end: TEXT }).optional() });
const RESOURCE = {
  id: TEXT,
  extension: z.array(EXTENSION).optional(),
  identifier: z.array(IDENTIFIER).optional(),
  active: z.boolean().optional(),
  telecom: z.array(TELECOM).optional(),
};

/** The resources that are read. */
const SCHEMAS = {
  Organization: z.object({ ...RESOURCE, name: TEXT, address: z.array(ADDRESS).optional() }),
  Location: z.object({
    ...RESOURCE,
    status: TEXT,
    name: TEXT,
    type: z.array(CONCEPT).optional(),
    address: ADDRESS.optional(),
    position: z.object({ longitude: NUMBER, latitude: NUMBER }).optional(),
    managingOrganization: REFERENCE.optional(),
    hoursOfOperation: z.array(HOURS).optional(),
    availabilityExceptions: TEXT,
  }),
  HealthcareService: z.object({
    ...RESOURCE,
    name: TEXT,
    type: z.array(CONCEPT).optional(),
    location: z.array(REFERENCE).optional(),
    specialty: z.array(CONCEPT).optional(),
    comment: TEXT,
    notAvailable: z.array(NOT_AVAILABLE).optional(),
  }),
  Practitioner: z.object({
    ...RESOURCE,
    name: z
      .array(z.object({ use: TEXT, text: TEXT, family: TEXT, given: z.array(z.string()).optional() }))
      .optional(),
    gender: TEXT,
    communication: z.array(CONCEPT).optional(),
    qualification: z
      .array(
        z.object({
          extension: z.array(EXTENSION).optional(),
          code: CONCEPT,
          period: z.object({ start: TEXT, end: TEXT }).optional(),
        }),
      )
      .optional(),
  }),
  PractitionerRole: z.object({
    ...RESOURCE,
    practitioner: REFERENCE.optional(),
    organization: REFERENCE.optional(),
    location: z.array(REFERENCE).optional(),
    specialty: z.array(CONCEPT).optional(),
  }),
  VerificationResult: z.object({
    id: TEXT,
    target: z.array(REFERENCE).optional(),
    targetLocation: z.array(z.string()).optional(),
    status: TEXT,
    validationProcess: z.array(CONCEPT).optional(),
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
