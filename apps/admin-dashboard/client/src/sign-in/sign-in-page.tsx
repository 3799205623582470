import { Flex, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { SessionState } from '../../../contract/sign-in.js';
import { Answer } from '../parts/answer.js';
import { Mark } from '../parts/mark.js';
import { sessionQuestion } from '../questions.js';
import { noteSession } from '../server.js';
import { TEXTS } from '../texts/texts.js';
import { CodeForm } from './code-form.js';
import { FirstPasswordForm } from './first-password-form.js';
import { PasswordForm } from './password-form.js';
import { wayBack } from './way-back.js';

/** Signing in, one step after the other, as the server asks for them. */
export default function SignInPage() {
  const session = useQuery(sessionQuestion);
  const client = useQueryClient();
  const [search] = useSearchParams();
  useEffect(() => {
    document.title = `${TEXTS.pages.signIn} – ${TEXTS.product}`;
  }, []);
  const goOn = (state: SessionState) => client.setQueryData(sessionQuestion.queryKey, noteSession(state));
  return (
    // From above, so that what is there stays in its place when there is more of it.
    <Flex justify="center" align="start" mih="100vh" p="md" pt={{ base: 'md', sm: '15vh' }} component="main">
      <Paper withBorder p={{ base: 'lg', sm: 'xl' }} w="100%" maw={420} shadow="sm">
        <Stack>
          <Group gap="sm">
            <Mark />
            <Text fw={700} size="lg">
              {TEXTS.product}
            </Text>
          </Group>
          <Answer to={session}>{(state) => <Step state={state} to={wayBack(search)} goOn={goOn} />}</Answer>
        </Stack>
      </Paper>
    </Flex>
  );
}

interface StepProps {
  readonly state: SessionState;
  readonly to: string;
  readonly goOn: (state: SessionState) => void;
}

function Step({ state, to, goOn }: StepProps) {
  switch (state.stage) {
    case 'signed-in':
      return <Navigate to={to} replace />;
    case 'second-factor':
      return (
        <>
          <Heading title={TEXTS.signIn.factorTitle} lead={TEXTS.signIn.factorLead(state.name)} />
          <CodeForm factors={state.factors} goOn={goOn} />
        </>
      );
    case 'new-password':
      return (
        <>
          <Heading title={TEXTS.signIn.newTitle} lead={TEXTS.signIn.newLead} />
          <FirstPasswordForm name={state.name} goOn={goOn} />
        </>
      );
    case 'signed-out':
      return (
        <>
          <Heading title={TEXTS.signIn.title} lead={TEXTS.signIn.lead} />
          <PasswordForm hasEnded={to !== '/'} goOn={goOn} />
        </>
      );
  }
}

function Heading({ title, lead }: { readonly title: string; readonly lead: string }) {
  return (
    <div>
      <Title order={1} size="h3">
        {title}
      </Title>
      <Text c="dimmed" size="sm">
        {lead}
      </Text>
    </div>
  );
}
