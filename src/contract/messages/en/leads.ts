export const leads = {
  textInvalid: "This text has a character that can't be saved. Remove it.",
  emailInvalid: 'Enter a valid email address.',
  namePhoneRequired: 'Name and phone are required',
  nameRequired: 'Name is required.',
  phoneRequired: 'Phone is required.',
  tagRequired: 'Tag/category is required',
  csvTagRequired: 'Please enter a tag/category for the CSV leads',
  tagTooLong: 'Use at most {limit, number} characters for a tag.',
  searchRequired: 'Enter a keyword or location to search',
  searchTooLong: 'Use at most {limit, number} characters.',
  consentHowRequired: 'Say how these people agreed to receive messages.',
} as const
