import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type {
  DuplicateClinic,
  DuplicateCluster as Cluster,
  DuplicateGapName,
  DuplicatePair,
} from '#contract/directory/corrections';
import { useMay } from '../api/queries.js';
import { fill, formatNumber } from '../display/format.js';
import { RecordLink } from '../display/page-link.js';
import { Note, Time } from '../display/values.js';
import { DataTable, type Table } from '../lists/data-table.js';
import { openApart, openMerge } from './correction-dialogs.js';
import { TEXTS } from '../language/texts.js';

const { duplicates: strings } = TEXTS.corrections;

/** A clinic of a cluster, with the letter that names it there: names may be equal. */
interface Lettered extends DuplicateClinic {
  readonly letter: string;
}

/** Clinics that are likely the same, field by field, and each pair to be decided about. */
export function DuplicateCluster({ cluster: { clinics, pairs } }: { readonly cluster: Cluster }) {
  const id = useId();
  const lettered = clinics.map((clinic, at) => ({ ...clinic, letter: letterOf(at) }));
  const [a, b] = lettered;
  const title =
    clinics.length === 2
      ? fill(strings.pair, { a: a!.name, b: b!.name })
      : fill(strings.cluster, { name: a!.name, count: formatNumber(clinics.length) });
  return (
    <Paper withBorder p="md" component="article" aria-labelledby={id} className="comparison">
      <Title order={3} size="h5" id={id} className="broken" mb="xs">
        {title}
      </Title>
      <DataTable label={title} table={comparisonOf(lettered)} rows={FIELDS} />
      <Stack gap="sm" mt="sm">
        {pairs.map((pair) => {
          const of = (wanted: string) => lettered.find((clinic) => clinic.id === wanted)!;
          const [merged, kept] = pair.clinics
            .map(of)
            .toSorted((one, other) => (one.letter < other.letter ? -1 : 1));
          return <Pair key={pair.clinics.join()} pair={pair} a={merged!} b={kept!} />;
        })}
      </Stack>
    </Paper>
  );
}

/** A, B and so on; numbers after Z. */
function letterOf(position: number): string {
  return position < 26 ? String.fromCharCode('A'.charCodeAt(0) + position) : String(position + 1);
}

interface ComparedField {
  readonly label: string;
  readonly valueOf: (clinic: DuplicateClinic) => string | null;
  readonly show?: (value: string) => ReactNode;
}

const FIELDS: readonly ComparedField[] = [
  { label: strings.address, valueOf: ({ address }) => address },
  { label: strings.phone, valueOf: ({ phone }) => phone },
  { label: strings.website, valueOf: ({ website }) => website },
  { label: strings.doctors, valueOf: doctorsOf },
  { label: strings.origin, valueOf: originOf },
  { label: strings.asOf, valueOf: ({ extractedAt }) => extractedAt, show: (at) => <Time at={at} /> },
];

function comparisonOf(clinics: readonly Lettered[]): Table<ComparedField> {
  return {
    // Two clinics fit a phone.
    minWidth: 90 * (clinics.length + 1),
    columns: [
      {
        head: strings.field,
        isRowHead: true,
        cell: (field) => (
          <>
            {field.label}
            {agreementOf(field, clinics)}
          </>
        ),
      },
      ...clinics.map((clinic) => ({
        head: `${clinic.letter}: ${clinic.name}`,
        cell: ({ valueOf, show }: ComparedField) => {
          const value = valueOf(clinic);
          if (!value)
            return (
              <Text span inherit c="dimmed">
                {strings.notKnown}
              </Text>
            );
          return show?.(value) ?? value;
        },
        cellProps: { className: 'broken' },
      })),
    ],
  };
}

/** Says in words whether the clinics agree, for those who see no colors. */
function agreementOf({ valueOf }: ComparedField, clinics: readonly Lettered[]) {
  const values = clinics.map(valueOf);
  const known = new Set(values.filter(Boolean));
  if (known.size <= 1 && !values.every(Boolean)) return <Note size="xs">{strings.agreement.unknown}</Note>;
  return (
    <Note size="xs" fw={known.size === 1 ? undefined : 650}>
      {known.size === 1 ? strings.agreement.same : strings.agreement.differs}
    </Note>
  );
}

interface PairProps {
  readonly pair: DuplicatePair;
  readonly a: Lettered;
  readonly b: Lettered;
}

/** Why two clinics are likely the same, and what can be decided. */
function Pair({ pair, a, b }: PairProps) {
  const mayDecide = useMay('operator');
  const { reasons, metres } = pair;
  return (
    <Group justify="space-between" align="flex-start">
      <Stack gap={4} flex={1} miw={240}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {fill(strings.pair, { a: a.letter, b: b.letter })}
          </Text>
          {reasons.map((reason) => (
            <Badge
              key={reason}
              variant="light"
              tt="none"
              h="auto"
              styles={{ label: { whiteSpace: 'normal' } }}
            >
              {strings.reasons[reason]}
            </Badge>
          ))}
          <Note size="xs">
            {metres === null
              ? strings.unknownDistance
              : fill(strings.metres, { count: formatNumber(Math.round(metres)) })}
          </Note>
        </Group>
        <Note size="sm">{missingText(pair)}</Note>
        <Group gap="xs">
          {[a, b].map((clinic) => (
            <Text key={clinic.id} size="sm">
              {clinic.letter}: <RecordLink record="clinic" id={clinic.id} label={clinic.name} />
            </Text>
          ))}
        </Group>
      </Stack>
      {mayDecide && (
        <Group gap="xs">
          <KeepButton kept={a} merged={b} />
          <KeepButton kept={b} merged={a} />
          <Button
            size="xs"
            aria-label={fill(strings.apartOf, { a: a.name, b: b.name })}
            onClick={() => openApart(a, b)}
          >
            {strings.apart}
          </Button>
        </Group>
      )}
    </Group>
  );
}

function KeepButton({ kept, merged }: { readonly kept: Lettered; readonly merged: Lettered }) {
  return (
    <Button
      size="xs"
      aria-label={fill(strings.keepOf, { letter: kept.letter, kept: kept.name, merged: merged.name })}
      onClick={() => openMerge(merged, kept)}
    >
      {fill(strings.keep, { letter: kept.letter })}
    </Button>
  );
}

/** Says what would join two clinics without a decision. */
function missingText({ missing, listedBy }: DuplicatePair): string {
  if (listedBy !== null) return fill(strings.listedTwice, { source: listedBy });
  if (missing.length === 0) return strings.alike;
  const together = (gaps: readonly DuplicateGapName[]) =>
    gaps.map((gap) => strings.gaps[gap]).join(strings.gapAnd);
  return fill(strings.missing, { gaps: missing.map(together).join(strings.gapOr) });
}

function originOf({ origin, source }: DuplicateClinic): string {
  const origins: Readonly<Record<string, string>> = strings.origins;
  const named = origins[origin] ?? origin;
  return source === '' ? named : fill(strings.sourceOf, { origin: named, source });
}

function doctorsOf({ doctorCount, doctors }: DuplicateClinic): string | null {
  if (doctorCount === null) return null;
  if (doctorCount === 0) return strings.noDoctors;
  const names = doctors.join(', ');
  const count = doctorCount - doctors.length;
  return count === 0 ? names : fill(strings.moreDoctors, { names, count: formatNumber(count) });
}
