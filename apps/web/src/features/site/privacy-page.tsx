import { LegalText } from './legal-text.tsx';

export const PrivacyPage = () => <LegalText document="privacy" />;
