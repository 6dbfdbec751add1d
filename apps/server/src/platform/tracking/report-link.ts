/** Where the page of a report is. Its token says nothing: the database knows its hash. */
export const reportPath = '/t/d/';
