export type Mailing = {
  name: string;
  subject: string;
  preview: string;
  text: string;
  button: string;
  /** Path on the company's site. */
  path: string;
};
export type Company = {
  domain: string;
  sender: { name: string; mailbox: string };
  postalAddress: string;
  /** Accent of emails and QR codes. */
  color: string;
  /** The oldest first; the last one stays a draft. */
  mailings: Mailing[];
  /** How many of a thousand emails of the last campaign come back, where it went to old addresses. */
  bouncing?: number;
  /** Left out the last campaign. */
  isSilent?: true;
  codes: { name: string; path: string; scans: number }[];
};

/** The agency itself; its clients come in the order of the seed. */
export const agencyItself: Company = {
  domain: 'fernhill.example',
  sender: { name: 'Fernhill Studio', mailbox: 'studio' },
  postalAddress: 'Fernhill Studio\n14 Alder Lane\nPortland, OR 97205',
  color: '#2F6F4F',
  mailings: [],
  codes: [],
};

export const clients: Company[] = [
  {
    domain: 'maplerye.example',
    sender: { name: 'Maple & Rye Bakery', mailbox: 'hello' },
    postalAddress: 'Maple & Rye Bakery\n208 Juniper Street\nPortland, OR 97214',
    color: '#9A4B12',
    mailings: [
      {
        name: 'New sourdough menu',
        subject: 'Three new sourdoughs from Saturday',
        preview: 'Seeded rye, walnut and a light country loaf.',
        text: 'From Saturday we bake three new loaves: seeded rye, walnut, and a light country sourdough. Come early: the first batch is out at 7 am.',
        button: 'See the menu',
        path: '/menu',
      },
      {
        name: 'Bread club anniversary',
        subject: 'The bread club turns two',
        preview: 'Your tenth loaf is on us this month.',
        text: 'Two years ago the first twelve of you joined the bread club. To say thank you, your tenth loaf is free this month.',
        button: 'Join the bread club',
        path: '/club',
      },
      {
        name: 'Weekend orders',
        subject: 'Order by Thursday for the weekend',
        preview: 'Cinnamon knots are back.',
        text: 'Cinnamon knots are back. Order by Thursday noon and pick up your box on Saturday without a queue.',
        button: 'Order a box',
        path: '/order',
      },
      {
        name: 'Holiday baking class',
        subject: 'Bake stollen with us',
        preview: 'Eight places, two evenings.',
        text: 'Learn to bake stollen in our kitchen. There are eight places on each of two evenings.',
        button: 'Reserve a place',
        path: '/classes',
      },
    ],
    codes: [
      { name: 'Counter card', path: '/menu', scans: 420 },
      { name: 'Bread bag', path: '/club', scans: 260 },
      { name: 'Market stall', path: '/market', scans: 130 },
    ],
  },
  {
    domain: 'northlight.example',
    sender: { name: 'Northlight Yoga', mailbox: 'studio' },
    postalAddress: 'Northlight Yoga\n3 Beacon Court\nSeattle, WA 98103',
    color: '#3B5B92',
    mailings: [
      {
        name: 'Autumn timetable',
        subject: 'The autumn timetable is here',
        preview: 'Early classes and a slow Sunday.',
        text: 'We start earlier on weekdays and end the week slowly: a long class on Sunday evening. Book your place for the first week now.',
        button: 'See the timetable',
        path: '/timetable',
      },
      {
        name: 'Bring a friend',
        subject: 'Bring a friend this week',
        preview: 'Their first class is free.',
        text: 'Every member may bring one friend to any class this week. Their first class is free.',
        button: 'Invite a friend',
        path: '/friends',
      },
      {
        name: 'Workshop: breath and balance',
        subject: 'A Saturday for breath and balance',
        preview: 'Three hours with Mara Lindholm.',
        text: 'Mara Lindholm leads a three-hour workshop on breath and balance. It suits beginners and people with experience.',
        button: 'Book the workshop',
        path: '/workshop',
      },
      {
        name: 'Winter retreat',
        subject: 'Four quiet days in January',
        preview: 'Places for members first.',
        text: 'Our winter retreat has twenty places. Members can book before everybody else.',
        button: 'Read more',
        path: '/retreat',
      },
    ],
    codes: [
      { name: 'Studio door', path: '/timetable', scans: 310 },
      { name: 'Trial class flyer', path: '/trial', scans: 240 },
    ],
  },
  {
    domain: 'harbourcycles.example',
    isSilent: true,
    sender: { name: 'Harbour Cycles', mailbox: 'shop' },
    postalAddress: 'Harbour Cycles\n77 Quay Road\nOakland, CA 94607',
    color: '#0F766E',
    mailings: [
      {
        name: 'Autumn tune-up',
        subject: 'Get your bike ready for the rain',
        preview: 'Brakes, chain and lights in one visit.',
        text: 'Rain is coming. We check brakes, chain and lights in one visit, and your bike is ready the next day.',
        button: 'Book a tune-up',
        path: '/tune-up',
      },
      {
        name: 'Commuter lights',
        subject: 'Be seen on your way home',
        preview: 'Our five favorite lights.',
        text: 'The evenings are dark again. These are the five lights our mechanics ride with, from small to very bright.',
        button: 'Compare the lights',
        path: '/lights',
      },
      {
        name: 'Winter storage',
        subject: 'We look after your bike this winter',
        preview: 'Dry, safe and serviced by spring.',
        text: 'Leave your bike with us from December to March. It stays dry and safe, and comes back serviced.',
        button: 'Reserve a space',
        path: '/storage',
      },
      {
        name: 'Gift cards',
        subject: 'A gift that rolls',
        preview: 'Gift cards from $25.',
        text: 'Gift cards from $25, for a bell or for a bike.',
        button: 'Buy a gift card',
        path: '/gifts',
      },
    ],
    codes: [
      { name: 'Shop window', path: '/tune-up', scans: 350 },
      { name: 'Bike tag', path: '/register', scans: 180 },
    ],
  },
  {
    domain: 'suttondental.example',
    bouncing: 120,
    sender: { name: 'Sutton Dental', mailbox: 'desk' },
    postalAddress: 'Sutton Dental\n5 Market Square\nSan Jose, CA 95113',
    color: '#1D4E89',
    mailings: [
      {
        name: 'Check-up reminder',
        subject: 'Time for your check-up',
        preview: 'Half an hour, twice a year.',
        text: 'A check-up takes half an hour and finds small problems before they hurt. We have places in the next two weeks.',
        button: 'Choose a time',
        path: '/booking',
      },
      {
        name: 'New opening hours',
        subject: 'We now open on Saturdays',
        preview: 'From 9 am to 1 pm.',
        text: 'From this month we are here on Saturdays from 9 am to 1 pm. Families with children of school age have asked for it.',
        button: 'See the hours',
        path: '/hours',
      },
      {
        name: 'Use your benefits',
        subject: 'Your dental benefits end in December',
        preview: 'Book before the year is over.',
        text: 'Most insurance benefits end with the year. If you have not used yours, there is still time for a visit.',
        button: 'Book a visit',
        path: '/booking',
      },
      {
        name: 'Holiday closing',
        subject: 'When we are closed in December',
        preview: 'And whom to call in an emergency.',
        text: 'We are closed from December 24 to January 2. In an emergency call the number on our site.',
        button: 'Emergency numbers',
        path: '/emergency',
      },
    ],
    codes: [
      { name: 'Appointment card', path: '/booking', scans: 210 },
      { name: 'Waiting room poster', path: '/hours', scans: 150 },
    ],
  },
];

export const business: Company = {
  domain: 'juniper.example',
  sender: { name: 'Juniper Garden Centre', mailbox: 'garden' },
  postalAddress: 'Juniper Garden Centre\n920 Orchard Road\nEugene, OR 97401',
  color: '#4D7C0F',
  mailings: [
    {
      name: 'Bulbs are in',
      subject: 'Plant now, enjoy in April',
      preview: 'Tulips, daffodils and something rare.',
      text: 'The new bulbs have arrived: tulips, daffodils, and a small number of snake’s head fritillaries. Plant them before the first frost.',
      button: 'See all bulbs',
      path: '/bulbs',
    },
    {
      name: 'Rose workshop',
      subject: 'How to prune roses without fear',
      preview: 'Saturday at 10 am, free for card holders.',
      text: 'Theo shows how to prune roses, with plants to practice on. The workshop is free with your loyalty card.',
      button: 'Reserve a place',
      path: '/workshops',
    },
    {
      name: 'Protect your pots',
      subject: 'Frost is coming on Friday',
      preview: 'What to wrap, and what to bring inside.',
      text: 'The first frost is expected on Friday. Here is what to wrap, what to bring inside, and what needs no help at all.',
      button: 'Read the guide',
      path: '/frost',
    },
    {
      name: 'Christmas trees',
      subject: 'Reserve your tree',
      preview: 'Cut to order from December 5.',
      text: 'Choose a size and a day. Our trees are cut to order from December 5.',
      button: 'Reserve a tree',
      path: '/trees',
    },
  ],
  codes: [
    { name: 'Plant labels', path: '/care', scans: 520 },
    { name: 'Entrance sign', path: '/offers', scans: 240 },
    { name: 'Loyalty card', path: '/card', scans: 160 },
  ],
};
