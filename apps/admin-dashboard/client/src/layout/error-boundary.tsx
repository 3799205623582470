import { Alert, Anchor } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { TEXTS } from '../language/texts.js';

const { errors } = TEXTS.common;

/** Offers to reload when a page fails to render, e.g. because its script belongs to an older version. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <Alert color="red" title={errors.page} role="alert">
        {errors.pageReason} <Anchor href={location.pathname}>{errors.reload}</Anchor>
      </Alert>
    );
  }
}
