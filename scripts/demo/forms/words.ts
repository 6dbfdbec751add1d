/** What the four forms of a company ask, and what people answer, in the words of its trade. */
export type FormWords = {
  newsletter: { name: string; title: string; about: string; question: string; interests: string[] };
  contact: { topics: string[]; messages: string[] };
  event: { name: string; title: string; about: string; places: string[]; notes: string[]; code: string };
  feedback: { name: string; title: string; praise: string[]; complaints: string[] };
};

/** By the domain of the company. */
export const formWords: Record<string, FormWords> = {
  'maplerye.example': {
    newsletter: {
      name: 'Bread club sign-up',
      title: 'Join the bread club',
      about: 'One email on Wednesdays: what we bake this weekend, and a recipe.',
      question: 'What do you like best?',
      interests: ['Sourdough', 'Rye', 'Pastries', 'Gluten free'],
    },
    contact: {
      topics: ['Cake order', 'Wholesale', 'Allergens', 'Something else'],
      messages: [
        'We would like a lemon cake for about 20 people on the 14th. Is that possible?',
        'Do you deliver to cafés in the Pearl District? We need 30 croissants a day.',
        'Is the walnut loaf made on the same line as the nut-free bread?',
        'I left a blue umbrella by the window on Sunday. Did anybody find it?',
        'Can I freeze the seeded rye, and for how long?',
      ],
    },
    event: {
      name: 'Baking class registration',
      title: 'An evening of sourdough',
      about: 'Three hours in our kitchen. You take home a loaf and your own starter.',
      places: ['Tuesday, 6 pm', 'Thursday, 6 pm', 'Saturday, 10 am'],
      notes: ['I am allergic to walnuts.', 'First time baking bread, please be patient.', 'Is there parking nearby?'],
      code: 'Class poster',
    },
    feedback: {
      name: 'After your visit',
      title: 'How was your visit?',
      praise: [
        'The country loaf is the best in town.',
        'Quick and friendly.',
        'Cinnamon knots!',
        'Lovely window seats.',
      ],
      complaints: ['The queue on Saturday was very long.', 'Sold out of rye by 9.', 'Coffee was lukewarm.'],
    },
  },
  'northlight.example': {
    newsletter: {
      name: 'Studio news sign-up',
      title: 'Studio news',
      about: 'Timetable changes and workshops, twice a month.',
      question: 'Which classes interest you?',
      interests: ['Beginners', 'Vinyasa', 'Yin', 'Prenatal'],
    },
    contact: {
      topics: ['Membership', 'Private class', 'Class for a company', 'Something else'],
      messages: [
        'Can I pause my membership in January? I am away for four weeks.',
        'We are eight people at work and would like a class on Wednesdays at noon.',
        'I have a knee injury. Which class would you suggest to begin with?',
        'Is there a shower at the studio?',
        'How much is a private class for two?',
      ],
    },
    event: {
      name: 'Workshop registration',
      title: 'Breath and balance',
      about: 'Three hours with Mara Lindholm. For beginners and for people with experience.',
      places: ['Saturday morning', 'Saturday afternoon', 'Sunday morning'],
      notes: ['I am five months pregnant.', 'I will bring my own mat.', 'Please keep two places together.'],
      code: 'Workshop flyer',
    },
    feedback: {
      name: 'Class feedback',
      title: 'How was your class?',
      praise: [
        'Calm from the first minute.',
        'Mara explains every pose.',
        'Warm room, good mats.',
        'Slow Sunday is perfect.',
      ],
      complaints: ['Too many people for the room.', 'It began ten minutes late.', 'Music was a little loud.'],
    },
  },
  'harbourcycles.example': {
    newsletter: {
      name: 'Ride news sign-up',
      title: 'Ride news',
      about: 'Group rides, offers and one repair tip each month.',
      question: 'What do you ride?',
      interests: ['City bike', 'Road bike', 'Cargo bike', 'E-bike'],
    },
    contact: {
      topics: ['Repair', 'Test ride', 'Spare part', 'Something else'],
      messages: [
        'My rear brake squeals in the rain. Do I need an appointment?',
        'I would like to try the cargo bike with my two children on Saturday.',
        'Do you have a 28 inch tube with a long valve in stock?',
        'Can you fit a dynamo light to a 1994 Peugeot?',
        'How long does a full service take at the moment?',
      ],
    },
    event: {
      name: 'Repair evening registration',
      title: 'Repair your own bike',
      about: 'Two hours with our mechanics. Bring your bike; tools are here.',
      places: ['First Wednesday', 'Second Wednesday', 'Third Wednesday'],
      notes: ['My chain slips under load.', 'I have an e-bike, is that all right?', 'I may be 15 minutes late.'],
      code: 'Counter poster',
    },
    feedback: {
      name: 'Workshop feedback',
      title: 'How did we do?',
      praise: [
        'Ready the next day, as promised.',
        'Honest about what needed work.',
        'Fair price.',
        'It rides like new.',
      ],
      complaints: ['Nobody called when it was ready.', 'The bell was missing afterwards.', 'Waited a week for a part.'],
    },
  },
  'suttondental.example': {
    newsletter: {
      name: 'Practice news sign-up',
      title: 'News from the practice',
      about: 'Opening hours, reminders and advice, four times a year.',
      question: 'Who is it for?',
      interests: ['Me', 'My family', 'My children', 'Somebody I care for'],
    },
    contact: {
      topics: ['Appointment', 'Insurance', 'Pain', 'Something else'],
      messages: [
        'I am new in town and would like a check-up before the end of the month.',
        'Do you take Delta Dental?',
        'A filling came out yesterday. It does not hurt, but when could I come?',
        'My daughter is four. At what age should her first visit be?',
        'Can I change my appointment on Tuesday to the afternoon?',
      ],
    },
    event: {
      name: 'Children’s morning registration',
      title: 'Children’s morning',
      about: 'Your child meets the chair, the light and the mirror. Nothing is treated.',
      places: ['Saturday, 9 am', 'Saturday, 10 am', 'Saturday, 11 am'],
      notes: ['He is a little shy.', 'She is afraid of loud noises.', 'We come with a pram.'],
      code: 'Waiting room card',
    },
    feedback: {
      name: 'After your appointment',
      title: 'How was your appointment?',
      praise: ['No waiting at all.', 'The doctor explained everything.', 'Very gentle.', 'Saturday hours help a lot.'],
      complaints: ['Waited 40 minutes.', 'Hard to reach by phone.', 'The bill came without an explanation.'],
    },
  },
  'juniper.example': {
    newsletter: {
      name: 'Garden letter sign-up',
      title: 'The garden letter',
      about: 'What to plant, prune and protect this month.',
      question: 'What do you grow?',
      interests: ['Roses', 'Vegetables', 'Pots and balconies', 'Trees and shrubs'],
    },
    contact: {
      topics: ['Plant advice', 'Delivery', 'Garden design', 'Something else'],
      messages: [
        'My hydrangea has brown leaves since the frost. Can it be saved?',
        'Do you deliver four bags of compost to Springfield?',
        'We have a shady corner of 20 square meters and two dogs. What would you plant?',
        'Do you still have snake’s head fritillaries?',
        'Which apple fits a garden of 6 by 8 meters?',
      ],
    },
    event: {
      name: 'Rose workshop registration',
      title: 'Prune roses without fear',
      about: 'Theo shows how, with plants to practice on. Free with your loyalty card.',
      places: ['Saturday, 10 am', 'Saturday, 2 pm', 'Sunday, 11 am'],
      notes: [
        'I have three climbing roses.',
        'I use a wheelchair. Is the greenhouse level?',
        'I lost my loyalty card.',
      ],
      code: 'Greenhouse poster',
    },
    feedback: {
      name: 'Customer feedback',
      title: 'How did you like your visit?',
      praise: [
        'Healthy plants and good advice.',
        'Theo knows everything.',
        'The café is a treat.',
        'Best roses around.',
      ],
      complaints: ['Few carts on a Saturday.', 'Labels without prices.', 'The plant died within a week.'],
    },
  },
};
