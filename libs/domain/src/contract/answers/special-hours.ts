import { DAY_NAMES, type DayName } from '../../records/clinic.js';
import {
  NAMED_DAYS,
  type NamedDay,
  SPECIAL_DATE_KINDS,
  type SpecialDates,
} from '../../records/special-days.js';
import { ANSWERS, type KnownAnswer } from '../../records/evidence.js';
import { text, texts } from '../../schema/field-schema.js';
import { Field, growingEnum, RecordList } from '../../schema/schema.js';

/** A span of a day in which a clinic is open. */
export class DayHours {
  @Field(text('Local time, 24-hour clock.', { examples: ['10:00'] })) readonly opens: string;
  @Field({
    type: ['string', 'null'],
    description: 'Local time, 24-hour clock; 24:00 at midnight or later, null if not known.',
    examples: ['14:00'],
  })
  readonly closes: string | null;
  @Field(text('If the clinic closes after midnight: when on the next day.', { examples: ['02:00'] }), {
    optional: true,
  })
  readonly closesNextDay?: string;
}

/** The hours of days on which those of the week do not count. */
export class SpecialHours {
  @Field(
    growingEnum(
      'Which days: days of every week, which `weekdays` names (not on holidays), the nine public holidays of Ontario (the civic holiday in August is none), the day with a name, the days from `from` to `to` of every year (MM-DD; they may continue in the next year), or the dates from `from` to `to` (YYYY-MM-DD).',
      SPECIAL_DATE_KINDS,
    ),
  )
  readonly days: SpecialDates['on'];
  @Field(growingEnum('With days holiday: its name.', NAMED_DAYS), { optional: true })
  readonly name?: NamedDay;
  @Field(text('The first day, included.', { examples: ['12-24'] }), { optional: true })
  readonly from?: string;
  @Field(text('The last day, included.', { examples: ['01-02'] }), { optional: true }) readonly to?: string;
  @Field(
    {
      ...texts('Only where they fall on these days of the week.'),
      items: { type: 'string', enum: DAY_NAMES },
    },
    { optional: true },
  )
  readonly weekdays?: readonly DayName[];
  @Field(text('Whether the clinic opens on such a day; unknown is neither yes nor no.', { enum: ANSWERS }))
  readonly open: KnownAnswer;
  @RecordList(
    () => DayHours,
    'With open yes: the spans of such a day. With open unknown: the only times that are not known; at others the hours of the day count.',
    { optional: true },
  )
  readonly hours?: readonly DayHours[];
}

/** Declares the special hours of the clinic. */
export function SpecialDayHours(): PropertyDecorator {
  const description =
    'With include=hours: the days on which the hours of the week do not count; of several that are about a day, the last one counts. Absent if the source names none.';
  return RecordList(() => SpecialHours, description, { optional: true });
}
