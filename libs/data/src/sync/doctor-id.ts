import { parse, v5 } from 'uuid';

/** Never to change: every doctor's id follows from it. Parsed once, not for every doctor. */
const NAMESPACE = parse('b5b2a2a5-6a3c-4f0e-9b86-3c2f4f6f0d17');

/** The UUID (version 5) of the doctor with a registration number: the same on every machine and in every import. */
export function doctorId(registrationNumber: string): string {
  return v5(registrationNumber, NAMESPACE);
}
