import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { TEXTS } from '../language/texts.js';
import { Page } from '../display/page.js';

const { missingPage: strings } = TEXTS.common;

export default function MissingPage() {
  return (
    <Page title={strings.title} lead={strings.message}>
      <Anchor component={Link} to="/">
        {strings.home}
      </Anchor>
    </Page>
  );
}
