export type Person = {
  id: string;
  name: string;
  email: string;
  status: 'active' | 'lead' | 'unsubscribed' | 'bounced';
  tags: { name: string; color: string }[];
  lastActivity: string;
};

export const tags = {
  newsletter: { name: 'Newsletter', color: '#3b82f6' },
  vip: { name: 'VIP', color: '#f59e0b' },
  bread: { name: 'Bread club', color: '#f97316' },
  wholesale: { name: 'Wholesale', color: '#8b5cf6' },
  yoga: { name: 'Yoga trial', color: '#10b981' },
  tune: { name: 'Tune-up', color: '#06b6d4' },
};

export const people: Person[] = [
  {
    id: '1',
    name: 'Hannah Okafor',
    email: 'hannah.okafor@gmail.com',
    status: 'active',
    tags: [tags.bread, tags.newsletter, tags.vip],
    lastActivity: '4 min ago',
  },
  {
    id: '2',
    name: 'Theo Lindqvist',
    email: 'theo@lindqvistdesign.se',
    status: 'active',
    tags: [tags.tune, tags.vip],
    lastActivity: '3 h ago',
  },
  {
    id: '3',
    name: 'Marisol Vega',
    email: 'marisol.vega@outlook.com',
    status: 'lead',
    tags: [tags.yoga],
    lastActivity: '5 h ago',
  },
  {
    id: '4',
    name: 'Dev Anand Pillai',
    email: 'dev.pillai@northpeak.io',
    status: 'active',
    tags: [tags.newsletter],
    lastActivity: 'Yesterday',
  },
  {
    id: '5',
    name: 'Beatriz Fonseca',
    email: 'bia.fonseca@uol.com.br',
    status: 'unsubscribed',
    tags: [tags.newsletter],
    lastActivity: '3 days ago',
  },
  {
    id: '6',
    name: 'Sofie Brandt',
    email: 'sofie.brandt@mail.dk',
    status: 'bounced',
    tags: [tags.yoga],
    lastActivity: '5 days ago',
  },
];

export const statusTone = { active: 'success', lead: 'info', unsubscribed: 'neutral', bounced: 'danger' } as const;

export const growth = Array.from({ length: 30 }, (_, day) => ({
  x: `Apr ${day + 1}`,
  total: 11_950 + Math.round(day * 17 + Math.sin(day / 3) * 40),
  before: 11_420 + Math.round(day * 15),
}));

export const perWeek = ['Mar 2', 'Mar 9', 'Mar 16', 'Mar 23', 'Mar 30', 'Apr 6'].map((x, week) => ({
  x,
  forms: 40 + ((week * 17) % 31),
  imports: 20 + ((week * 11) % 23),
}));
