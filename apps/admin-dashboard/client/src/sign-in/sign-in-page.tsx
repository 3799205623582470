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
import { CodeForm, FirstStep, type FirstStepProps, NewPasswordForm } from './sign-in-forms.js';

const { common, signIn: strings } = TEXTS;

/** Shows the step of signing in that the server requires next. */
export default function SignInPage() {
  const [search] = useSearchParams();
  const to = returnAddress(search);
  useTabTitle(strings.title);
  return (
    <SignIn
      to={to}
      problem={search.get('problem')}
      hasEnded={to !== '/'}
      done={<Navigate to={to} replace />}
    />
  );
}

interface SignInProps extends FirstStepProps {
  /** Shown once the person is signed in. */
  readonly done?: ReactNode;
}

/** The steps of signing in, on a page of their own or above another page. */
export function SignIn({ done, ...first }: SignInProps) {
  const session = useQuery(sessionQuery);
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
            {(state) => (state.status === 'signed-in' ? done : <Step state={state} first={first} />)}
          </Loaded>
          {first.name === undefined && <LanguageLinks />}
        </Stack>
      </Paper>
    </Flex>
  );
}

/** Offers the page in the other languages. Above another page it would drop that page's forms: each language is loaded anew. */
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

interface StepProps {
  readonly state: Exclude<SessionState, { readonly status: 'signed-in' }>;
  readonly first: FirstStepProps;
}

function Step({ state, first }: StepProps) {
  switch (state.status) {
    case 'second-factor': {
      const lead = fill(strings.factorLead, { name: state.name });
      return stepOf(strings.factorTitle, lead, <CodeForm factors={state.factors} />, <StartOver />);
    }
    case 'new-password':
      return stepOf(strings.newTitle, strings.newLead, <NewPasswordForm name={state.name} />, <StartOver />);
    case 'signed-out':
      return stepOf(strings.title, strings.lead, <FirstStep state={state} {...first} />);
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
