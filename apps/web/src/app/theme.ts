import {
  type CSSVariablesResolver,
  createTheme,
  DEFAULT_THEME,
  type MantineColorsTuple,
  mergeMantineTheme,
} from '@mantine/core';

/** Petrol, the only accent colour. White text on shade 7 has a contrast of 5.9:1. */
const brand: MantineColorsTuple = [
  '#ebf5f8',
  '#d6e8ee',
  '#aed1dd',
  '#83b9cb',
  '#5fa5bc',
  '#4092ad',
  '#257f9c',
  '#146a87',
  '#0f566e',
  '#0a4256',
];

/** Cool greys. Shade 6 is dimmed text, with a contrast of at least 4.5:1 on white and on shades 0 and 1. */
const gray: MantineColorsTuple = [
  '#f6f8f9',
  '#eef1f3',
  '#e3e8eb',
  '#d4dbe0',
  '#bcc6cd',
  '#8794a0',
  '#596775',
  '#43505c',
  '#2d3842',
  '#1a222a',
];

const dark: MantineColorsTuple = [
  '#dde3e8',
  '#b9c3cc',
  '#97a4b0',
  '#6c7a87',
  '#3d4954',
  '#2b353e',
  '#1d252c',
  '#12171c',
  '#0d1115',
  '#080b0e',
];

const plainHeader = { header: { role: 'presentation' } };

/**
 * Plain data, read by the provider and, at build time, by vite.config.ts, which writes the CSS variables into the style
 * sheet. The first paint does not wait for scripts, and the code that generates them is not loaded.
 */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: 7,
  colors: { brand, gray, dark },
  black: '#1a222a',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.1875rem', lineHeight: '1.3' },
      h3: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h4: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'sm',
  radius: { xs: '0.1875rem', sm: '0.375rem', md: '0.625rem', lg: '0.875rem', xl: '1.5rem' },
  shadows: {
    xs: '0 1px 2px rgba(16, 28, 38, 0.06)',
    sm: '0 1px 3px rgba(16, 28, 38, 0.08), 0 1px 2px rgba(16, 28, 38, 0.04)',
    md: '0 4px 14px rgba(16, 28, 38, 0.10), 0 1px 3px rgba(16, 28, 38, 0.06)',
    lg: '0 12px 32px rgba(16, 28, 38, 0.16)',
    xl: '0 20px 48px rgba(16, 28, 38, 0.22)',
  },
  /** 600, 900 and 1500 px; postcss.config.js defines the same widths as $phone, $desktop, $wide. */
  breakpoints: { xs: '37.5em', sm: '37.5em', md: '56.25em', lg: '93.75em', xl: '93.75em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // app/global.css locks scrolling, so that nothing jumps when the scroll bar disappears. Mantine's header element
    // would count as a second banner of the page.
    Modal: { defaultProps: { lockScroll: false, centered: true, radius: 'md', attributes: plainHeader } },
    Drawer: { defaultProps: { lockScroll: false, attributes: plainHeader } },
    // The only surface style. global.css defines its colours and, depending on the width of the screen, its padding.
    Card: { defaultProps: { withBorder: true, radius: 'md', shadow: 'xs' } },
    Badge: { defaultProps: { display: 'inline-block', tt: 'none', fz: 'xs', fw: 600, lts: 0 } },
    // A menu must not contain a focusable placeholder.
    Menu: { defaultProps: { radius: 'md', shadow: 'md', withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { radius: 'md', shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
});

/** Replaces colours of Mantine with a contrast below 4.5:1, and defines the product's surfaces. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--mantine-color-red-9), black 12%)',
    '--mantine-color-green-light-color': '#237032',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
    '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
    '--mantine-color-disabled-color': 'var(--mantine-color-gray-6)',
    '--app-surface': 'var(--mantine-color-white)',
    '--app-surface-sunken': 'var(--mantine-color-gray-0)',
    '--app-border': 'var(--mantine-color-gray-2)',
    '--app-row-hover': 'var(--mantine-color-brand-0)',
  },
  dark: {
    // Lighter than the surface; Mantine's own colour is darker, and looks disabled.
    '--mantine-color-brand-light': 'color-mix(in srgb, var(--mantine-color-brand-7) 35%, var(--app-surface))',
    '--mantine-color-brand-light-hover':
      'color-mix(in srgb, var(--mantine-color-brand-7) 50%, var(--app-surface))',
    '--mantine-color-red-light-color': 'var(--mantine-color-red-3)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-red-filled': 'var(--mantine-color-red-9)',
    '--mantine-color-red-filled-hover': 'color-mix(in srgb, var(--mantine-color-red-9), black 12%)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    // One shade off the surface, as in light mode; Mantine's own colour is that of the surface.
    '--mantine-color-disabled': 'var(--mantine-color-dark-5)',
    '--mantine-color-disabled-color': 'var(--mantine-color-dark-2)',
    '--app-surface': 'var(--mantine-color-dark-6)',
    '--app-surface-sunken': 'var(--mantine-color-dark-7)',
    '--app-border': 'var(--mantine-color-dark-5)',
    '--app-row-hover': 'var(--mantine-color-dark-5)',
  },
});

export const mergedTheme = mergeMantineTheme(DEFAULT_THEME, theme);
