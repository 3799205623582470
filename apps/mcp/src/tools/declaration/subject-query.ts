import { CLINIC_ID, PageQuery, Query, REGISTRATION_NUMBER, type Subject } from '@care-atlas/domain/contract';
import { Text } from '@care-atlas/domain/schema';

/** An argument of a tool where REST has a path parameter. Its value may have any form: an unknown id is not found. */
function SubjectArgument({ description }: Subject): PropertyDecorator {
  return Text({ description, minLength: 1, required: true });
}

export class DoctorSubject extends Query {
  @SubjectArgument(REGISTRATION_NUMBER)
  readonly cpso: string;
}

export class DoctorPage extends PageQuery {
  @SubjectArgument(REGISTRATION_NUMBER)
  readonly cpso: string;
}

export class ClinicSubject extends Query {
  @SubjectArgument(CLINIC_ID)
  readonly id: string;
}

export class ClinicPage extends PageQuery {
  @SubjectArgument(CLINIC_ID)
  readonly id: string;
}
