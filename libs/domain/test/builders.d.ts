import type { ClinicRecord, SpecialtyServiceRecord, OpeningInterval, Weekday } from '../src/records/clinic.js';
import type { DirectoryOptions } from '../src/directory/directory-options.js';
import { Directory } from '../src/directory/directory.js';
import { type DoctorRecord } from '../src/records/doctor.js';
import { type Records } from '../src/read-model/read-model.js';
import type { ReviewRecord } from '../src/records/review.js';
import { AsOf } from '../src/rules/time/as-of.js';
/** The default time of tests: neither the start of an hour nor of a day. It is a Friday. */
export declare const NOW: Date;
/** The day of that time. */
export declare const TODAY: AsOf;
export declare const DAY_MS = 86400000;
/** Returns a well-formed UUID that ends in a number. */
export declare function uuid(n: number): string;
/** Returns a listed doctor of the default clinic with no optional facts. */
export declare function aDoctor(facts?: Partial<DoctorRecord>): DoctorRecord;
/** Returns the default clinic with no optional facts. */
export declare function aClinic(facts?: Partial<ClinicRecord>): ClinicRecord;
/** Returns a review of the default doctor. */
export declare function aReview(facts?: Partial<ReviewRecord>): ReviewRecord;
/** Returns a cardiology service of the default clinic. */
export declare function aService(facts?: Partial<SpecialtyServiceRecord>): SpecialtyServiceRecord;
/** Returns the same hours on several weekdays: `open([1, 2], 9, 17)` is Monday and Tuesday, 9 to 17. */
export declare function open(weekdays: readonly Weekday[], opens: number, closes: number): OpeningInterval[];
/** Returns a directory of records, with the default clinic and time unless given. */
export declare function aDirectory(records: Partial<Records>, options?: DirectoryOptions, now?: Date): Directory;
//# sourceMappingURL=builders.d.ts.map