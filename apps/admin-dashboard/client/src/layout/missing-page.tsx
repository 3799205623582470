import { TEXTS } from '../language/texts.js';
import { Page } from '../display/page.js';
import { PageLink } from '../display/page-link.js';

const { missingPage: strings } = TEXTS.common;

export default function MissingPage() {
  return (
    <Page title={strings.title} lead={strings.message}>
      <PageLink to="/" label={strings.home} />
    </Page>
  );
}
