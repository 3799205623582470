import { ActionIcon, Button, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CORRECTABLE_FIELDS } from '@care-atlas/domain/records';
import type { RecordKind } from '#contract/directory/records';
import { fill } from '../display/format.js';
import { LIST } from '../forms/api-form.js';
import { type Dialog, openDialog } from '../forms/dialog.js';
import { choicesOf } from '../lists/url-state.js';
import { DecisionForm, openDecision } from './decision-form.js';
import { ServerText } from '../language/server-text.js';
import { TEXTS } from '../language/texts.js';

const { common, corrections: strings } = TEXTS;

/** A record to decide about. */
export interface Target {
  readonly record: RecordKind;
  readonly key: string;
  readonly name: string;
}

/** Corrects values of a record, or of one that is to be named. @param present the first field, with its present value */
export function openCorrection(target?: Target, present?: GivenField): void {
  const title = target ? fill(strings.correctTitle, { name: target.name }) : strings.new;
  openDialog(title, (dialog) => <CorrectionForm dialog={dialog} target={target} present={present} />);
}

interface GivenField {
  readonly field: string;
  readonly value: string;
}

function CorrectionForm({
  dialog,
  target,
  present,
}: {
  readonly dialog: Dialog;
  readonly target: Target | undefined;
  readonly present: GivenField | undefined;
}) {
  const [record, setRecord] = useState<RecordKind>(target?.record ?? 'doctor');
  const [key, setKey] = useState(target?.key ?? '');
  const [given, setGiven] = useState<readonly GivenField[]>([present ?? { field: '', value: '' }]);
  const [isTried, setTried] = useState(false);
  /** What was changed since the values were sent: what the server says is no longer of it. */
  const [changed, setChanged] = useState<readonly string[]>([]);
  const change = (at: number, more: Partial<GivenField>) => {
    setGiven(given.map((each, position) => (position === at ? { ...each, ...more } : each)));
    setChanged([...changed, paramOf(given[at]!)]);
  };
  const saidOf = (param: string, refused: Refused) =>
    refused[param] && !changed.includes(param) && <ServerText {...refused[param]} />;
  return (
    <DecisionForm
      dialog={dialog}
      lead={strings.correctLead}
      canEnd
      more={{
        names: ['key', ...given.map(paramOf)],
        check: () => {
          setTried(true);
          setChanged([]);
          return key.trim() !== '' && given.every(({ field }) => field !== '');
        },
        show: (refused) => (
          <>
            {!target && (
              <>
                <Select
                  label={strings.record}
                  data={choicesOf(strings.records)}
                  value={record}
                  allowDeselect={false}
                  comboboxProps={LIST}
                  data-autofocus
                  onChange={(value) => {
                    setRecord(value as RecordKind);
                    setGiven([{ field: '', value: '' }]);
                  }}
                />
                <TextInput
                  label={strings.key}
                  required
                  maxLength={100}
                  value={key}
                  error={(isTried && key.trim() === '' && common.required) || saidOf('key', refused)}
                  onChange={({ currentTarget }) => {
                    setKey(currentTarget.value);
                    setChanged([...changed, 'key']);
                  }}
                />
              </>
            )}
            {given.map((each, at) => (
              <FieldRow
                key={at}
                record={record}
                position={at + 1}
                given={each}
                others={given.filter((other) => other !== each).map(({ field }) => field)}
                error={isTried && each.field === '' && common.required}
                refused={saidOf(paramOf(each), refused)}
                isFirst={at === 0 && target !== undefined}
                hasField={at === 0 && present !== undefined}
                onChange={(more) => change(at, more)}
                onRemove={
                  given.length > 1 ? () => setGiven(given.filter((other) => other !== each)) : undefined
                }
              />
            ))}
            <Group>
              <Button
                size="xs"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => setGiven([...given, { field: '', value: '' }])}
              >
                {strings.addField}
              </Button>
            </Group>
          </>
        ),
      }}
      ask={(reason) => {
        const values = Object.fromEntries(given.map(({ field, value }) => [field, value.trim()]));
        return { kind: 'correct', record, key: key.trim(), given: values, ...reason };
      }}
      submit={strings.correct}
      done={strings.correctDone}
    />
  );
}

type Refused = Readonly<Record<string, ServerText>>;

/** Returns the name by which the server refuses a value. */
function paramOf({ field }: GivenField): string {
  return `given.${field}`;
}

interface FieldRowProps {
  readonly record: RecordKind;
  readonly position: number;
  readonly given: GivenField;
  /** The fields of the other rows. */
  readonly others: readonly string[];
  readonly error: string | false;
  /** Why the value is not accepted. */
  readonly refused: ReactNode;
  readonly isFirst: boolean;
  /** Whether the value is what comes next. */
  readonly hasField: boolean;
  readonly onChange: (more: Partial<GivenField>) => void;
  readonly onRemove: (() => void) | undefined;
}

/** One field with its corrected value. */
function FieldRow(props: FieldRowProps) {
  const { record, position, given, others, error, refused, isFirst, hasField, onChange, onRemove } = props;
  const { field, value } = given;
  const labels: Readonly<Record<string, string>> = strings.fields;
  const hints: Readonly<Record<string, string>> = strings.hints;
  const fields = CORRECTABLE_FIELDS[record].filter((name) => !others.includes(name));
  const named = (text: string) => (position === 1 ? text : fill(strings.valueOf, { field: text, position }));
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs">
      <Stack gap="xs" flex={1} miw={0}>
        <Select
          label={named(strings.field)}
          data={fields.map((name) => ({ value: name, label: labels[name]! }))}
          value={field || null}
          required
          searchable
          error={error}
          comboboxProps={LIST}
          data-autofocus={isFirst && !hasField ? true : undefined}
          onChange={(chosen) => onChange({ field: chosen ?? '' })}
        />
        <TextInput
          label={named(strings.value)}
          description={hints[field] ?? strings.emptyValue}
          value={value}
          maxLength={2000}
          error={refused}
          data-autofocus={hasField ? true : undefined}
          onChange={({ currentTarget }) => onChange({ value: currentTarget.value })}
        />
      </Stack>
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          mt={26}
          aria-label={fill(strings.removeField, { field: labels[field] ?? position })}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

/** Hides a record, or pins it. */
export function openHideOrPin(kind: 'hide' | 'pin', { record, key, name }: Target): void {
  openDecision({
    title: fill(strings[`${kind}Title`], { name }),
    lead: strings[`${kind}Lead`],
    canEnd: true,
    ask: (reason) => ({ kind, record, key, given: {}, ...reason }),
    submit: strings[kind],
    done: strings[`${kind}Done`],
  });
}

export function openWithdrawal(id: number): void {
  openDecision({
    title: fill(strings.withdrawTitle, { id }),
    lead: strings.withdrawLead,
    ask: ({ why }) => ({ withdraws: id, why }),
    submit: strings.withdraw,
    done: fill(strings.withdrawDone, { id }),
  });
}

/** A clinic of a likely pair. */
export interface PairClinic {
  readonly id: string;
  readonly name: string;
}

export function openMerge(merged: PairClinic, kept: PairClinic): void {
  const texts = strings.duplicates;
  const names = { merged: merged.name, kept: kept.name };
  openDecision({
    title: fill(texts.mergeTitle, names),
    lead: fill(texts.mergeLead, names),
    initialReason: texts.mergeReason,
    ask: (why) => ({ kind: 'merge', record: 'clinic', key: merged.id, given: { into: kept.id }, ...why }),
    submit: texts.mergeSubmit,
    done: texts.mergeDone,
  });
}

export function openApart(a: PairClinic, b: PairClinic): void {
  const texts = strings.duplicates;
  openDecision({
    title: fill(texts.apartTitle, { a: a.name, b: b.name }),
    lead: texts.apartLead,
    ask: (why) => ({ kind: 'apart', record: 'clinic', key: a.id, given: { from: b.id }, ...why }),
    submit: texts.apartSubmit,
    done: texts.apartDone,
  });
}
