import 'virtual:theme.css';
import './mantine.css';
import './global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { startI18n } from '../lib/i18n.ts';
import { App } from './app.tsx';

// zod would compile schemas with `new Function`, which the content security policy refuses, aloud in the console.
config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

await startI18n();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
