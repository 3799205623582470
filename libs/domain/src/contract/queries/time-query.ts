import { CLINIC_TYPES, type ClinicType, type DayName, DAY_NAMES } from '../../records/clinic.js';
import { CalendarDay, List, sentWithout, TimeOfDay } from '../../schema/query-field.js';
import { PracticeQuery } from './practice-query.js';

/** When a clinic is open, and its kind. Of a doctor, the primary clinic counts. */
export class TimeQuery extends PracticeQuery {
  @List({
    description:
      'Comma-separated days; a clinic that is open on any of them matches. One whose hours are not known never does.',
    of: DAY_NAMES,
    example: ['sat', 'sun'],
    forModels: 'Any of these.',
  })
  days?: DayName[];
  @CalendarDay({
    description:
      'A day, YYYY-MM-DD in Toronto, from today to 366 days ahead: a clinic that is known to open on it matches. On a public holiday and on the civic holiday the hours of the week do not count, but only hours that the clinic has for that day. Not together with days.',
    example: '2026-12-24',
    forModels: false,
    rule: sentWithout('date', 'days'),
  })
  date?: string;
  @TimeOfDay({
    description:
      'A local time, HH:MM: a clinic that is open then on any of `days`, or on `date`, matches; without either, on any day from Monday to Friday.',
    example: '18:30',
    forModels: 'HH:MM, on any of days or on a weekday.',
  })
  openAt?: string;
  @List({
    description: 'Comma-separated types of clinics; a clinic of any of them matches.',
    of: CLINIC_TYPES,
    example: ['walk-in'],
    forModels: 'Any of these.',
  })
  clinicType?: ClinicType[];
}
