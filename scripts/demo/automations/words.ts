import type { Mailing } from '../companies.ts';

/** What the automations of a company say. */
export type AutomationWords = {
  welcome: { name: string; emails: [Mailing, Mailing, Mailing] };
  winBack: { name: string; emails: [Mailing, Mailing] };
  /** Not finished: it has no email yet. */
  review: { name: string };
};

/** By the domain of the company; the others have none. */
export const automationWords: Readonly<Record<string, AutomationWords>> = {
  'maplerye.example': {
    welcome: {
      name: 'Welcome new subscribers',
      emails: [
        {
          name: 'Welcome to the bread club',
          subject: 'Welcome to the bread club',
          preview: 'Your first loaf is waiting.',
          text: 'Thank you for joining us. Show this email at the counter and take your first loaf home for half the price.',
          button: 'See what we bake',
          path: '/menu',
        },
        {
          name: 'How we bake',
          subject: 'Flour, water, salt and 36 hours',
          preview: 'Why our sourdough takes its time.',
          text: 'Our starter is eleven years old. Here is what happens in the 36 hours before a loaf reaches the shelf.',
          button: 'Read the story',
          path: '/story',
        },
        {
          name: 'Your weekly loaf',
          subject: 'A loaf with your name on it',
          preview: 'Reserve one for every Saturday.',
          text: 'Tell us which loaf you like and we keep one for you every Saturday. You can change or stop it at any time.',
          button: 'Reserve my loaf',
          path: '/reserve',
        },
      ],
    },
    winBack: {
      name: 'Win back quiet customers',
      emails: [
        {
          name: 'We miss you',
          subject: 'It has been a while',
          preview: 'A pastry is on us.',
          text: 'We have not seen you for some time. Come by this month and the pastry beside your coffee is on us.',
          button: 'Find us',
          path: '/visit',
        },
        {
          name: 'Last call',
          subject: 'Your pastry is still here',
          preview: 'Until the end of the month.',
          text: 'The offer holds until the end of the month. After that we write less often.',
          button: 'Plan a visit',
          path: '/visit',
        },
      ],
    },
    review: { name: 'Ask for a review' },
  },
  'juniper.example': {
    welcome: {
      name: 'Welcome gardeners',
      emails: [
        {
          name: 'Welcome to Juniper',
          subject: 'Welcome to Juniper Garden Centre',
          preview: 'A free packet of seeds with your first visit.',
          text: 'Thank you for signing up. Bring this email on your next visit and choose a packet of seeds, free of charge.',
          button: 'Plan your visit',
          path: '/visit',
        },
        {
          name: 'Your garden calendar',
          subject: 'What to do in your garden this month',
          preview: 'Three jobs, an hour each.',
          text: 'Three jobs are worth an hour of your time this month. We wrote them down, with what you need for each.',
          button: 'Open the calendar',
          path: '/calendar',
        },
        {
          name: 'Ask Theo',
          subject: 'A question about a plant?',
          preview: 'Send a photo, get an answer.',
          text: 'Send a photo of a plant that worries you. Theo answers within two days.',
          button: 'Ask Theo',
          path: '/ask',
        },
      ],
    },
    winBack: {
      name: 'Win back loyalty card holders',
      emails: [
        {
          name: 'Your card misses you',
          subject: 'Your points are waiting',
          preview: 'Use them before they expire.',
          text: 'There are points on your loyalty card. Use them on your next visit, or give them to a friend.',
          button: 'See my points',
          path: '/card',
        },
        {
          name: 'Points expire soon',
          subject: 'Your points expire this month',
          preview: 'A last reminder.',
          text: 'At the end of the month unused points expire. A pot of herbs costs fewer than you think.',
          button: 'Use my points',
          path: '/card',
        },
      ],
    },
    review: { name: 'Ask for a review' },
  },
};
