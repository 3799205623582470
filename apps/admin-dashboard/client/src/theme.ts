import {
  Alert,
  Anchor,
  Badge,
  Button,
  colorsTuple,
  createTheme,
  Input,
  Menu,
  ModalHeader,
  Notification,
  PasswordInput,
  Select,
  Tooltip,
} from '@mantine/core';
import { TEXTS } from './language/texts.js';

const { common } = TEXTS;

const palette = (shades: string) => colorsTuple(shades.split(' '));

const ACCENT = palette('#eef8f5 #dff1ec #b9e3d8 #8ce4cd #5fd0b5 #2fa58b #168570 #0b6e5c #084f42 #06231c');
const NIGHT = palette('#e6ece9 #c5d0cb #a0afa9 #6f7f79 #3b4843 #2d3834 #1d2723 #161e1b #0f1513 #0a0f0d');
/** Dark enough for white text on buttons, unlike the library's own red. */
const ALARM = palette('#fff1ef #fde7e4 #fbcfc9 #ff9e94 #f77d70 #e5594b #c9372c #a3241b #8a1d16 #701712');

/** The element of the shell that contains the page. */
const IN_PAGE = { target: '#page' };

/** The colors and fonts of Care Atlas, as on the pages of its other services. The style sheet has more colors. */
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
    Alert: Alert.extend({ defaultProps: { variant: 'light' } }),
    Badge: Badge.extend({ defaultProps: { tt: 'none' } }),
    // Only the main action of a page or a form is filled.
    Button: Button.extend({ defaultProps: { variant: 'default' } }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'always', inherit: true } }),
    // Within a landmark, and without an element that a menu must not contain.
    Menu: Menu.extend({ defaultProps: { portalProps: IN_PAGE, withInitialFocusPlaceholder: false } }),
    // Its list scrolls by the style sheet: the library's scroll area cannot be focused.
    Select: Select.extend({
      defaultProps: { comboboxProps: { portalProps: IN_PAGE }, withScrollArea: false },
    }),
    // The library gives it the role of a page banner, which the page already has.
    ModalHeader: ModalHeader.extend({ defaultProps: { role: 'presentation' } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': common.close } } }),
    PasswordInput: PasswordInput.extend({
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': common.showPassword } },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { portalProps: IN_PAGE } }),
    // Nearly every field is required, so marking each would be noise.
    InputWrapper: Input.Wrapper.extend({ defaultProps: { withAsterisk: false } }),
  },
});
