import path from 'node:path';
import { defineConfig } from 'prisma/config';

// Only `prisma generate` runs from here; migrations go through migrate.ts.
export default defineConfig({ schema: path.join(import.meta.dirname, 'schema') });
