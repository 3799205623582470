import { PageQuery, Query } from '@care-atlas/domain/contract';
import { Text } from '@care-atlas/domain/schema';

const CPSO = { description: 'Registration number.', minLength: 1, required: true };
const ID = { description: 'Clinic id.', minLength: 1, required: true };

/** Which doctor; over HTTP the number stands in the path. */
export class DoctorSubject extends Query {
  @Text(CPSO)
  readonly cpso: string;
}

/** Which page of what is said of a doctor. */
export class DoctorPage extends PageQuery {
  @Text(CPSO)
  readonly cpso: string;
}

/** Which clinic. */
export class ClinicSubject extends Query {
  @Text(ID)
  readonly id: string;
}

/** Which page of what is said of a clinic. */
export class ClinicPage extends PageQuery {
  @Text(ID)
  readonly id: string;
}
