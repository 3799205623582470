import { Component, type ReactNode } from 'react';
import { BrokenPage } from '../display/error-alert.js';

interface Props {
  readonly children: ReactNode;
}

/** Offers to reload when a page fails to render, e.g. because its script belongs to an older version. */
export class ErrorBoundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? <BrokenPage /> : this.props.children;
  }
}
