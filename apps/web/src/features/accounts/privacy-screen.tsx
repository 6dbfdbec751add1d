import { LegalPage } from './legal-page.tsx';

const sections = ['who', 'account', 'contacts', 'cookies', 'logs', 'share', 'keep', 'rights'] as const;

export const PrivacyScreen = () => <LegalPage page="privacy" sections={sections} />;
