import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      name: 'web',
      environment: 'jsdom',
      include: ['*.test.ts', 'src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/testing/setup.ts'],
      testTimeout: 15_000,
    },
  }),
);
