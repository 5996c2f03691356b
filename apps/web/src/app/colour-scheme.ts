import { localStorageColorSchemeManager } from '@mantine/core';

/**
 * The choice of light, dark or the system's scheme. public/color-scheme.js reads the same key before the first paint.
 */
export const colourScheme = localStorageColorSchemeManager({ key: 'servicebook.colour-scheme' });
