import { Anchor, Button, Flex, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { SessionState } from '#contract/people/sign-in';
import { call } from '../api/call.js';
import { queryClient, sessionQuery } from '../api/queries.js';
import { fill } from '../display/format.js';
import { Loaded, TroubleAlert } from '../display/loading.js';
import { Logo } from '../display/logo.js';
import { useTabTitle } from '../display/page.js';
import { Note } from '../display/values.js';
import { chooseLanguage, LANGUAGE, type Language, LANGUAGES } from '../language/language.js';
import { TEXTS } from '../language/texts.js';
import { choicesOf } from '../lists/url-state.js';
import { returnAddress } from './return-address.js';
import { CodeForm, FirstStep, NewPasswordForm } from './sign-in-forms.js';

const { common, signIn: strings } = TEXTS;

interface StepProps {
  readonly state: SessionState;
  /** The address to open afterwards. */
  readonly to: string;
  /** Why a sign-in through the provider failed. */
  readonly problem: string | null;
}

/** Shows the step of signing in that the server requires next. */
export default function SignInPage() {
  const session = useQuery(sessionQuery);
  const [search] = useSearchParams();
  useTabTitle(strings.title);
  return (
    // Aligned to the top, so that the content does not move when it grows.
    <Flex justify="center" align="start" mih="100vh" p="md" pt={{ base: 'md', sm: '15vh' }} component="main">
      <Paper withBorder p={{ base: 'lg', sm: 'xl' }} w="100%" maw={420} shadow="sm">
        <Stack>
          <Group gap="sm">
            <Logo />
            <Text fw={700} size="lg">
              {common.product}
            </Text>
          </Group>
          <TroubleAlert />
          <Loaded query={session}>
            {(state) => <Step state={state} to={returnAddress(search)} problem={search.get('problem')} />}
          </Loaded>
          <LanguageLinks />
        </Stack>
      </Paper>
    </Flex>
  );
}

/** Offers the page in the other languages. */
function LanguageLinks() {
  const others = choicesOf(LANGUAGES).filter(({ value }) => value !== LANGUAGE);
  return others.map(({ value, label }) => (
    <Anchor
      key={value}
      component="button"
      type="button"
      size="sm"
      inherit={false}
      lang={value}
      onClick={() => chooseLanguage(value as Language)}
    >
      {label}
    </Anchor>
  ));
}

function Step({ state, to, problem }: StepProps) {
  switch (state.status) {
    case 'signed-in':
      return <Navigate to={to} replace />;
    case 'second-factor': {
      const lead = fill(strings.factorLead, { name: state.name });
      return stepOf(strings.factorTitle, lead, <CodeForm factors={state.factors} />, <StartOver />);
    }
    case 'new-password':
      return stepOf(strings.newTitle, strings.newLead, <NewPasswordForm name={state.name} />, <StartOver />);
    case 'signed-out':
      return stepOf(strings.title, strings.lead, <FirstStep state={state} to={to} problem={problem} />);
  }
}

function stepOf(title: string, lead: string, form: ReactNode, startOver?: ReactNode) {
  return (
    <>
      <div>
        <Title order={1} size="h3">
          {title}
        </Title>
        <Note>{lead}</Note>
      </div>
      {form}
      {startOver}
    </>
  );
}

/** Returns to the first step, to sign in as another user. */
function StartOver() {
  const signOut = useMutation({
    mutationFn: () => call('signOut'),
    onSettled: () => queryClient.refetchQueries({ queryKey: sessionQuery.queryKey }),
  });
  return (
    <Button variant="subtle" color="gray" onClick={() => signOut.mutate()}>
      {strings.otherUser}
    </Button>
  );
}
