import { LegalPage } from './legal-page.tsx';

const sections = ['who', 'account', 'use', 'mail', 'data', 'plans', 'software', 'end'] as const;

export const TermsScreen = () => <LegalPage page="terms" sections={sections} />;
