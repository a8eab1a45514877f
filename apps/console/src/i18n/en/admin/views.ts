/** Texts of the saved filters of lists. */
export const views = {
  title: 'Saved views',
  save: 'Save view …',
  saveTitle: 'Save this view',
  saveTells:
    'The present filters, under a name that only you see, in this browser. A view of the same name is replaced.',
  name: 'Name',
  saveNow: 'Save',
  saved: (name: string) => `View saved: ${name}`,
  forget: 'Delete view',
  forgotten: (name: string) => `View deleted: ${name}`,
  dropped: (names: string) => `Some values of the address are not valid here and were left out: ${names}`,
};
