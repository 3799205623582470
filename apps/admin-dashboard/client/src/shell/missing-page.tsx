import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../parts/page.js';
import { TEXTS } from '../texts/texts.js';

export default function MissingPage() {
  return (
    <Page title={TEXTS.pages.missing} lead={TEXTS.missing.message}>
      <Anchor component={Link} to="/">
        {TEXTS.missing.home}
      </Anchor>
    </Page>
  );
}
