import {
  Anchor,
  colorsTuple,
  createTheme,
  type CSSVariablesResolver,
  Input,
  ModalHeader,
  Notification,
} from '@mantine/core';
import { common } from './strings.js';

const ACCENT = colorsTuple(
  '#eef8f5 #dff1ec #b9e3d8 #8ce4cd #5fd0b5 #2fa58b #168570 #0b6e5c #084f42 #06231c'.split(' '),
);

const NIGHT = colorsTuple(
  '#e6ece9 #c5d0cb #a0afa9 #6f7f79 #3b4843 #2d3834 #1d2723 #161e1b #0f1513 #0a0f0d'.split(' '),
);

/** Dark enough for white text on buttons, unlike the library's own red. */
const ALARM = colorsTuple(
  '#fff1ef #fde7e4 #fbcfc9 #ff9e94 #f77d70 #e5594b #c9372c #a3241b #8a1d16 #701712'.split(' '),
);

/** The colors and fonts of Care Atlas, as on the pages of its other services. */
export const THEME = createTheme({
  colors: { accent: ACCENT, red: ALARM, dark: NIGHT },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "Roboto Mono", Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'always', inherit: true } }),
    // The library gives it the role of a page banner, which the page already has.
    ModalHeader: ModalHeader.extend({ defaultProps: { role: 'presentation' } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': common.close } } }),
    // Nearly every field is required, so marking each would be noise.
    InputWrapper: Input.Wrapper.extend({ defaultProps: { withAsterisk: false } }),
  },
});

/** Colors with sufficient contrast, and the colors with a meaning: good, warn, bad, quiet. */
export const VARIABLES: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--ground': '#f6f7f4',
    '--good': '#0b6e5c',
    '--warn': '#b86b00',
    '--bad': '#a3241b',
    '--quiet': '#7d8a85',
    '--mantine-color-text': '#17211e',
    '--mantine-color-dimmed': '#55625d',
    '--mantine-color-placeholder': '#66736e',
    '--mantine-color-error': '#a3241b',
    '--mantine-color-anchor': '#0b6e5c',
    '--mantine-color-orange-light-color': '#8a4b00',
  },
  dark: {
    '--ground': '#0f1513',
    '--good': '#5fd0b5',
    '--warn': '#f3bd74',
    '--bad': '#ff9e94',
    '--quiet': '#7c8b85',
    '--mantine-color-text': '#e6ece9',
    '--mantine-color-dimmed': '#a0afa9',
    '--mantine-color-placeholder': '#8d9c96',
    '--mantine-color-error': '#ff9e94',
    '--mantine-color-anchor': '#5fd0b5',
    '--mantine-color-accent-light': '#123a31',
    '--mantine-color-accent-light-hover': '#174a3f',
  },
});
