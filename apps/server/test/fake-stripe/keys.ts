/** What the fake believes; nothing else takes them. */
export const secretKey = 'sk_test_fake_4eC39HqLyjWDarjtT1zdp7dc';
export const publishableKey = 'pk_test_fake_TYooMQauvdEDq54NiTphI7jx';
