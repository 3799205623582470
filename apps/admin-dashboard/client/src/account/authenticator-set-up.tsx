import { Button, Code, Group, Image, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  Reauthentication,
  RecoveryCodes,
  TotpConfirmation,
  TotpOffer,
} from '../../../contract/account.js';
import type { OpenDialog } from '../parts/dialog.js';
import { isPlaced, placeFaults, Refused } from '../parts/refusal.js';
import { change } from '../server.js';
import { TEXTS } from '../texts/texts.js';
import { NewCodes } from './new-codes.js';
import { PasswordProof } from './password-proof.js';

const { account: texts } = TEXTS;

/** Sets up an authenticator: password, QR code, a code of it, recovery codes. */
export function AuthenticatorSetUp({ dialog }: { readonly dialog: OpenDialog }) {
  const [offer, setOffer] = useState<TotpOffer | undefined>();
  const [codes, setCodes] = useState<readonly string[] | undefined>();
  if (codes) return <NewCodes codes={codes} dialog={dialog} />;
  if (!offer) {
    return (
      <PasswordProof
        lead={texts.totpLead}
        submit={texts.goOn}
        send={(password) => change<TotpOffer>('/api/account/totp', { password } satisfies Reauthentication)}
        onDone={setOffer}
      />
    );
  }
  return (
    <Confirmation
      offer={offer}
      onDone={({ recoveryCodes }) => {
        dialog.hold(texts.recoveryTitle);
        setCodes(recoveryCodes);
      }}
    />
  );
}

interface ConfirmationProps {
  readonly offer: TotpOffer;
  readonly onDone: (codes: RecoveryCodes) => void;
}

function Confirmation({ offer, onDone }: ConfirmationProps) {
  const client = useQueryClient();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: isNotEmpty(TEXTS.signIn.required) },
  });
  const confirm = useMutation({
    mutationFn: (said: TotpConfirmation) => change<RecoveryCodes>('/api/account/totp/confirm', said),
    gcTime: 0,
    onSuccess: (codes) => {
      void client.invalidateQueries({ queryKey: ['account'] });
      onDone(codes);
    },
    onError: (error) => placeFaults(form, error),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((said) => confirm.mutate(said))}>
      <Stack>
        <Text size="sm">{texts.scan}</Text>
        <Image src={offer.qrCode} alt={texts.qrCode} w={240} h={240} mx="auto" />
        <Text size="sm">
          {texts.secret}: <Code className="secret">{offer.secret}</Code>
        </Text>
        <TextInput
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
          autoFocus
          {...form.getInputProps('code')}
        />
        {!isPlaced(confirm.error, ['code']) && <Refused error={confirm.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            {texts.confirmCode}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
