import { Component, type ReactNode } from 'react';
import { BrokenPage } from './refusal.js';

interface Props {
  readonly children: ReactNode;
}

/** Shows a way out where a page cannot be drawn, e.g. because its file is of a version before. */
export class Boundary extends Component<Props, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? <BrokenPage /> : this.props.children;
  }
}
