import { parse, v5 } from 'uuid';

/** Never change this: the ids of all doctors follow from it. */
const NAMESPACE = parse('b5b2a2a5-6a3c-4f0e-9b86-3c2f4f6f0d17');

/** Returns the id of a doctor: a UUID (version 5) of the registration number, the same on every machine. */
export function doctorId(registrationNumber: string): string {
  return v5(registrationNumber, NAMESPACE);
}
