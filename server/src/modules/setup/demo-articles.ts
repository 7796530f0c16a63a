const inFrench = (title: string, body: string) => [{ language_code: 'fr-fr', title, body }]

const namedInFrench = (name: string, description: string) => ({
  localized_names: [{ language_code: 'fr-fr', value: name }],
  localized_descriptions: [{ language_code: 'fr-fr', value: description }],
})

/** What people of the demo can read. */
export const demoArticles = {
  article_categories: [
    {
      slug: 'leave',
      name: 'Leave',
      language_code: 'en-us',
      description: 'Leave and absence',
      ...namedInFrench('Congés', 'Congés et absences'),
    },
    {
      slug: 'pay',
      name: 'Pay',
      language_code: 'en-us',
      description: 'Pay and benefits',
      ...namedInFrench('Paie', 'Paie et avantages'),
    },
  ],
  articles: [
    {
      slug: 'paid-leave',
      title: 'Paid leave',
      body: '<p>You have <b>25 days</b> a year. Ask for them two weeks ahead.</p><ul><li>Days left over can be taken until May.</li></ul>',
      translations: inFrench(
        'Congés payés',
        '<p>Vous avez <b>25 jours</b> par an. Demandez-les deux semaines à l’avance.</p><ul><li>Le reste peut être pris jusqu’en mai.</li></ul>',
      ),
      categories: ['leave'],
      featured: true,
      state: 'published',
    },
    {
      slug: 'meal-vouchers',
      title: 'Meal vouchers',
      body: '<p>A voucher for each day of work in France; the company pays 60 %.</p>',
      translations: inFrench(
        'Titres-restaurant',
        '<p>Un titre par jour travaillé en France ; l’entreprise en paie 60 %.</p>',
      ),
      categories: ['pay'],
      organizations: ['FR'],
      state: 'published',
    },
    {
      slug: 'payroll-calendar',
      title: 'Payroll calendar',
      body: '<p>Changes that reach us by the 18th are in the payslip of the month.</p>',
      translations: inFrench(
        'Calendrier de paie',
        '<p>Les changements reçus au plus tard le 18 figurent sur le bulletin du mois.</p>',
      ),
      categories: ['pay'],
      accessible_by: ['managers'],
      roles: ['hr'],
      state: 'published',
    },
  ],
}
