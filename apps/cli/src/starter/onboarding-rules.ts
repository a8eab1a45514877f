/** Rules for new customers. */
export const onboardingRules = `language 1

// Rules for new customers. Missing data leads to a review; it never counts as good.

matrix onboarding "New customers" {
  on person
  decide REJECT          from 90
  decide REVIEW_REQUIRED from 30
  otherwise APPROVE
}

rule too_young "The customer is not of age" {
  on     person
  matrix onboarding
  owner  "risk team"
  score  90

  when age(person.dateOfBirth) < 18
  unknown review   // no date of birth: a person must ask for it

  then alert MEDIUM "{entity.name} is under 18" once per entity in 30d

  test "the birthday itself counts" {
    when person { }
    vary person.dateOfBirth {
      2008-01-16: hit,
      2008-01-15: no hit,
      missing: unknown because person.dateOfBirth,
    }
  }

  test "without a date of birth a review is required" {
    when person { name: "Ana" }
    expect unknown
    expect decision REVIEW_REQUIRED
  }

  test "a minor is rejected" {
    when person { name: "Ana", dateOfBirth: 2010-05-01 }
    expect decision REJECT
    expect alert MEDIUM containing "Ana is under 18"
  }
}

rule exposed "The customer is politically exposed" {
  on     person
  matrix onboarding
  owner  "risk team"
  score  40

  when entity.isPep

  then open case MEDIUM "Exposed customer {entity.name}"

  test "a review is required" {
    when person { name: "Ana", isPep: true }
    expect hit
    expect decision REVIEW_REQUIRED
    expect case MEDIUM containing "Ana"
  }

  test "other customers pass" {
    when person { isPep: false }
    expect no hit
  }

  test "unknown before screening" {
    when person { }
    expect unknown because entity.isPep
  }
}
`;
