import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useId } from 'react';
import type { DuplicateClinic, DuplicateGapName, DuplicatePair } from '#contract/directory/corrections';
import { useMay } from '../api/queries.js';
import { fill, formatNumber } from '../display/format.js';
import { RecordLink } from '../display/page-link.js';
import { Facts, Note, Time } from '../display/values.js';
import { listPage } from '../lists/list-page.js';
import { openApart, openMerge } from './correction-dialogs.js';
import { Decided } from './decided.js';
import { TEXTS } from '../language/texts.js';

const { corrections: common } = TEXTS;
const { duplicates: strings } = common;

/** Clinics that are likely the same, side by side, and what was decided about others. */
export default listPage('listDuplicates', 'pairs', {
  lead: strings.lead,
  title: strings.pairs,
  mayNot: common.mayNot,
  pages: strings.pages,
  empty: { title: strings.empty, hint: strings.emptyHint },
  Rows: ({ rows: pairs }) => (
    <Stack>
      {pairs.map((pair) => (
        <Pair key={pair.clinics.map(({ id }) => id).join()} pair={pair} />
      ))}
    </Stack>
  ),
  Below: () => (
    <Decided
      title={strings.decided}
      lead={strings.decidedLead}
      empty={common.empty}
      kinds={{ merge: common.kinds.merge, apart: common.kinds.apart }}
    />
  ),
});

function Pair({ pair }: { readonly pair: DuplicatePair }) {
  const mayDecide = useMay('operator');
  const { clinics, reasons, metres } = pair;
  const [a, b] = clinics;
  const id = useId();
  const names = { a: a.name, b: b.name };
  return (
    <Paper withBorder p="md" component="article" aria-labelledby={id}>
      <Title order={3} size="h5" id={id} className="broken">
        {fill(strings.pair, names)}
      </Title>
      <Group gap="xs" my="xs">
        {reasons.map((reason) => (
          <Badge key={reason} variant="light" tt="none" h="auto" styles={{ label: { whiteSpace: 'normal' } }}>
            {strings.reasons[reason]}
          </Badge>
        ))}
        <Note size="xs">
          {metres === null
            ? strings.unknownDistance
            : fill(strings.metres, { count: formatNumber(Math.round(metres)) })}
        </Note>
      </Group>
      <Note size="sm" mb="sm">
        {missingText(pair)}
      </Note>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Clinic clinic={a} other={b} mayDecide={mayDecide} />
        <Clinic clinic={b} other={a} mayDecide={mayDecide} />
      </SimpleGrid>
      {mayDecide && (
        <Group justify="flex-end" mt="sm">
          <Button size="xs" aria-label={fill(strings.apartOf, names)} onClick={() => openApart(a, b)}>
            {strings.apart}
          </Button>
        </Group>
      )}
    </Paper>
  );
}

interface ClinicProps {
  readonly clinic: DuplicateClinic;
  readonly other: DuplicateClinic;
  readonly mayDecide: boolean;
}

function Clinic({ clinic, other, mayDecide }: ClinicProps) {
  const { id, name, address, phone, website, origin, source, extractedAt } = clinic;
  const origins: Readonly<Record<string, string>> = strings.origins;
  const same = (value: string, others: string) =>
    value !== '' && value === others ? (
      <Text span inherit fw={650}>
        {value}
      </Text>
    ) : (
      value || strings.notKnown
    );
  return (
    <Stack gap="xs" miw={0}>
      <Text className="broken">
        <RecordLink record="clinic" id={id} label={name} />
      </Text>
      <Facts
        facts={[
          [strings.address, same(address, other.address)],
          [strings.phone, same(phone, other.phone)],
          [strings.website, same(website, other.website)],
          [strings.doctors, doctorsOf(clinic)],
          [
            strings.origin,
            source === ''
              ? (origins[origin] ?? origin)
              : fill(strings.sourceOf, { origin: origins[origin] ?? origin, source }),
          ],
          [strings.asOf, extractedAt === null ? strings.notKnown : <Time at={extractedAt} />],
        ]}
      />
      {mayDecide && (
        <Group>
          <Button
            size="xs"
            aria-label={fill(strings.keepOf, { kept: name, merged: other.name })}
            onClick={() => openMerge(other, clinic)}
          >
            {strings.keep}
          </Button>
        </Group>
      )}
    </Stack>
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

function doctorsOf({ doctorCount, doctors }: DuplicateClinic): string {
  if (doctorCount === 0) return strings.noDoctors;
  const names = doctors.join(', ');
  const count = doctorCount - doctors.length;
  return count === 0 ? names : fill(strings.moreDoctors, { names, count: formatNumber(count) });
}
