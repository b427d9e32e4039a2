import { expect, it } from 'vitest'
import { importedFrom } from '../../../../support/imported.ts'

const NOW = new Date('2026-11-20T15:00:00Z')

/** Headings as other programs write them, the row, and what becomes of it. */
const EXPORTS: Record<string, { lines: string[]; lead: object; remarks?: string[] }> = {
  'Jobber, clients': {
    lines: [
      'J-ID,Display Name,First Name,Last Name,Is Company?,Company Name,E-mails,Main Phone #s,Work Phone #s,Mobile Phone #s,Home Phone #s,Text Message Enabled Phone #,Created Date,Service Property Name,Service Street 1,Service Street 2,Service City,Service State,Service Zip code,Service Country,Billing Street 1,Billing City,Billing State,Billing Zip code,Lead Source,Archived',
      '12345_1,Ada Byron,Ada,Byron,false,,"ada@x.test, byron@x.test",,614-555-0188,,614-555-0199,614-555-0188,"Aug 3, 2026",Home,1 Elm St,Apt 2,Dublin,Ohio,43017,United States,9 Bank St,Columbus,Ohio,43004,Referral,false',
    ],
    lead: {
      ...{ prospect_name: 'Ada Byron', prospect_email: 'ada@x.test', prospect_phone: '614-555-0188' },
      ...{ property_address: '1 Elm St, Apt 2, Dublin, Ohio, 43017', source: 'Referral', status: 'new' },
      ...{ created_at: '2026-08-03T04:00:00.000Z', notes: 'Email: byron@x.test\nPhone: 614-555-0199' },
    },
  },
  'Housecall Pro, customers': {
    lines: [
      'First name,Last name,Display name,Company,Email,Mobile number,Home number,Work number,Job title,Street,Street line 2,City,State,Zip,Notes,Lead source,Tags',
      'Ada,Byron,Ada Byron,,ada@x.test,,(614) 555-0188,,,1 Elm St,,Dublin,OH,43017,Gate code 12,Google,vip',
    ],
    lead: {
      ...{ prospect_name: 'Ada Byron', prospect_phone: '(614) 555-0188', notes: 'Gate code 12' },
      ...{ property_address: '1 Elm St, Dublin, OH, 43017', source: 'Google' },
    },
  },
  'Google Contacts': {
    lines: [
      'First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Middle Name,Phonetic Last Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name,Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Address 1 - Extended Address',
      'Ada,K.,Byron,,,,Dr.,Jr.,,,Acme Lawn,,,,Met at fair,,* myContacts,* Home,ada@x.test ::: byron@x.test,Work,ada@acme.test,Mobile,+1 614-555-0188 ::: +1 614-555-0199,Home,614-555-0177,Home,"1 Elm St\nDublin, OH 43017\nUS",1 Elm St,Dublin,,OH,43017,US,',
    ],
    lead: {
      ...{
        prospect_name: 'Ada K. Byron Jr.',
        prospect_email: 'ada@x.test',
        prospect_phone: '+1 614-555-0188',
      },
      property_address: '1 Elm St\nDublin, OH 43017\nUS',
      notes: [
        ...['Met at fair', 'Company: Acme Lawn', 'Email: byron@x.test', 'Email: ada@acme.test'],
        ...['Phone: +1 614-555-0199', 'Phone: 614-555-0177'],
      ].join('\n'),
    },
  },
  'Google Contacts, until 2024': {
    lines: [
      'Name,Given Name,Additional Name,Family Name,Yomi Name,Given Name Yomi,Additional Name Yomi,Family Name Yomi,Name Prefix,Name Suffix,Initials,Nickname,Short Name,Maiden Name,Birthday,Gender,Location,Billing Information,Directory Server,Mileage,Occupation,Hobby,Sensitivity,Priority,Subject,Notes,Language,Photo,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value,Phone 2 - Type,Phone 2 - Value,Address 1 - Type,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - PO Box,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country,Organization 1 - Type,Organization 1 - Name',
      'Ada Byron,Ada,,Byron,,,,,,,,,,,,,,,,,,,,,,,,,* myContacts,* Home,ada@x.test,Mobile,97 ::: 614-555-0188,,,,,,,,,,,,',
    ],
    lead: {
      ...{ prospect_name: 'Ada Byron', prospect_email: 'ada@x.test' },
      ...{ prospect_phone: '97 ::: 614-555-0188', notes: null },
    },
  },
  'Outlook, contacts': {
    lines: [
      '"Title","First Name","Middle Name","Last Name","Suffix","Company","Department","Job Title","Business Street","Business Street 2","Business Street 3","Business City","Business State","Business Postal Code","Business Country/Region","Home Street","Home Street 2","Home Street 3","Home City","Home State","Home Postal Code","Home Country/Region","Other Street","Other City","Assistant\'s Phone","Business Fax","Business Phone","Business Phone 2","Company Main Phone","Home Fax","Home Phone","Mobile Phone","Other Phone","Pager","Primary Phone","Account","Categories","E-mail Address","E-mail Type","E-mail Display Name","E-mail 2 Address","E-mail 2 Type","Notes","Web Page"',
      '"Ms.","Ada","","Byron","","","","","","","","","","","","1 Elm St","","","Dublin","OH","43017","US","","","","614-555-0100","","","","","614-555-0188","614-555-0199","","","","","","ada@x.test","SMTP","Ada Byron (ada@x.test)","","","Hedge",""',
    ],
    lead: {
      ...{ prospect_name: 'Ada Byron', prospect_email: 'ada@x.test', prospect_phone: '614-555-0188' },
      ...{ property_address: '1 Elm St, Dublin, OH, 43017', notes: 'Hedge\nPhone: 614-555-0199' },
    },
  },
  Thunderbird: {
    lines: [
      'First Name,Last Name,Display Name,Nickname,Primary Email,Secondary Email,Screen Name,Work Phone,Home Phone,Fax Number,Pager Number,Mobile Number,Home Address,Home Address 2,Home City,Home State,Home ZipCode,Home Country,Work Address,Work Address 2,Work City,Work State,Work ZipCode,Work Country,Job Title,Department,Organization,Web Page 1,Web Page 2,Birth Year,Birth Month,Birth Day,Custom 1,Custom 2,Custom 3,Custom 4,Notes',
      'Ada,Byron,Ada Byron,,ada@x.test,byron@x.test,,,614-555-0188,614-555-0100,,614-555-0199,1 Elm St,Apt 2,Dublin,OH,43017,USA,,,,,,,,,,,,1815,12,10,,,,,',
    ],
    lead: {
      ...{ prospect_name: 'Ada Byron', prospect_phone: '614-555-0188', prospect_email: 'ada@x.test' },
      property_address: '1 Elm St, Apt 2, Dublin, OH, 43017',
      notes: 'Email: byron@x.test\nPhone: 614-555-0199',
    },
  },
  'HubSpot, contacts': {
    lines: [
      'Record ID,First Name,Last Name,Email,Phone Number,Contact owner,Lead Status,Create Date,Street Address,City,State/Region,Postal Code,Company Name,Original Traffic Source',
      '40012345678,Ada,Byron,ada@x.test,+1 614-555-0188,Bob Ray,Attempted to contact,2026-08-03 10:10,1 Elm St,Dublin,OH,43017,,Direct Traffic',
    ],
    lead: {
      ...{ prospect_name: 'Ada Byron', status: 'new', notes: 'Status: Attempted to contact' },
      ...{ created_at: '2026-08-03T14:10:00.000Z', property_address: '1 Elm St, Dublin, OH, 43017' },
    },
    remarks: ['Status of another program was read as New'],
  },
  'Salesforce, leads': {
    lines: [
      'Lead ID,FirstName,LastName,Email,Phone,Company,LeadSource,Status,CreatedDate',
      '00Q1,Ada,Byron,ada@x.test,6145550188,,Web,Closed - Not Converted,2026-08-03T10:10:00.000+0000',
    ],
    lead: {
      ...{ prospect_name: 'Ada Byron', status: 'lost', source: 'Web' },
      created_at: '2026-08-03T10:10:00.000Z',
    },
    remarks: ['Status of another program was read as Lost'],
  },
  'Square, customers': {
    lines: [
      'Reference ID,First Name,Last Name,Email Address,Phone Number,Nickname,Company Name,Street Address 1,Street Address 2,City,State,Postal Code,Birthday,Memo,Square Customer ID,Creation Source,First Visit,Last Visit,Transaction Count,Email Subscription Status',
      ",Ada,Byron,ada@x.test,'+16145550188,,,1 Elm St,Apt 2,Dublin,OH,43017,,Likes tulips,ABC123,Merchant,2026-01-02,2026-02-03,4,subscribed",
    ],
    lead: {
      ...{ prospect_name: 'Ada Byron', prospect_phone: '+16145550188', notes: 'Likes tulips' },
      property_address: '1 Elm St, Apt 2, Dublin, OH, 43017',
    },
  },
  'GoHighLevel, opportunities': {
    lines: [
      'Opportunity Name,Contact Name,phone,email,pipeline,stage,Lead Value,source,assigned,Created on,Updated on,lost reason ID,lost reason name,Followers,Notes,tags,Engagement Score,status,Opportunity ID,Contact ID,Pipeline Stage ID,Pipeline ID',
      'Ada Byron,Ada Byron,+16145550188,ada@x.test,Mowing,Closed,450,Google,,2026-08-03T10:10:00.000Z,2026-08-04T10:10:00.000Z,66a1,Too expensive,,,,0,lost,opp1,con1,st1,pi1',
    ],
    lead: {
      ...{ prospect_name: 'Ada Byron', prospect_phone: '+16145550188', budget: '450', source: 'Google' },
      ...{ created_at: '2026-08-03T10:10:00.000Z', status: 'lost', loss_reason: 'Too expensive' },
      notes: 'Status: Closed',
    },
  },
  'QuickBooks Desktop, customers': {
    lines: [
      'Active Status,Customer,Balance,Balance Total,Company,Mr./Ms./...,First Name,M.I.,Last Name,Primary Contact,Main Phone,Fax,Alt. Phone,Secondary Contact,Job Title,Main Email,Bill to 1,Bill to 2,Bill to 3,Ship to 1,Ship to 2,Ship to 3,Customer Type',
      'Active,Ada Byron,0.00,0.00,,Ms.,Ada,,Byron,,614-555-0188,614-555-0100,,,,ada@x.test,Ada Byron,PO Box 5,"Dublin, OH 43017",Ada Byron,1 Elm St,"Dublin, OH 43017",Residential',
    ],
    lead: {
      ...{ prospect_name: 'Ada Byron', prospect_phone: '614-555-0188', prospect_email: 'ada@x.test' },
      ...{ property_address: '1 Elm St, Dublin, OH 43017', status: 'new' },
    },
  },
  'Meta, lead ads': {
    lines: [
      'id\tcreated_time\tad_id\tad_name\tadset_id\tadset_name\tcampaign_id\tcampaign_name\tform_id\tform_name\tis_organic\tplatform\tfull_name\tphone_number\temail\tstreet_address\tcity\tlead_status',
      'l:4280180252203503\t2025-09-12T15:05:13+05:30\tag:120232\tmow\tas:120232\tint\tc:120232\tspring\tf:2013930\tlawn_form\tFALSE\tig\tAda Byron\tp:+16145550188\tada@x.test\t1 Elm St\tDublin\tcomplete',
    ],
    lead: {
      ...{ prospect_name: 'Ada Byron', prospect_phone: '+16145550188', property_address: '1 Elm St, Dublin' },
      ...{ created_at: '2025-09-12T09:35:13.000Z', status: 'new', notes: 'Status: complete' },
    },
    remarks: ['Status of another program was read as New'],
  },
  Thumbtack: {
    lines: [
      'Customer Name,Customer Phone,Category,Location,Status,Date,Details',
      'Ada B.,(614) 555-0188,Lawn Mowing,"Dublin, OH 43017",Hired,"Monday, August 3, 2026",Weekly',
    ],
    lead: {
      ...{ prospect_name: 'Ada B.', service_interest: 'Lawn Mowing', status: 'new' },
      property_address: 'Dublin, OH 43017',
      ...{
        created_at: '2026-08-03T04:00:00.000Z',
        service_additional_info: 'Weekly',
        notes: 'Status: Hired',
      },
    },
    remarks: ['Status of another program was read as New'],
  },
  Angi: {
    lines: [
      'Lead Number,Customer First Name,Customer Last Name,Primary Phone,Email,Task Name,Address,City,State,Zip,Lead Date,Comments',
      '55512,Ada,Byron,6145550188,ada@x.test,Mow lawn,1 Elm St,Dublin,OH,43017,08/03/2026 10:10 AM,Call after 5',
    ],
    lead: {
      ...{ prospect_name: 'Ada Byron', prospect_phone: '6145550188', service_interest: 'Mow lawn' },
      ...{ property_address: '1 Elm St, Dublin, OH, 43017', created_at: '2026-08-03T14:10:00.000Z' },
      notes: 'Call after 5',
    },
  },
}

it.each(Object.entries(EXPORTS))('reads an export of %s', async (_, { lines, lead, remarks = [] }) => {
  const results = await importedFrom(lines.join('\r\n'), NOW)
  expect(results).toEqual([{ lead: expect.objectContaining(lead), remarks }])
})

/** The text in bytes as programs save it. */
const utf16 = (text: string, mark = '\uFEFF') => new Uint8Array(Buffer.from(mark + text, 'utf16le'))

it.each<[string, string | Uint8Array]>([
  ['a line that names the separator', 'sep=;\r\nName;Phone\r\nZoë Ray;614-555-0188\r\n'],
  ['a line that names an unusual separator', 'sep=^\r\nName^Phone\r\nZoë Ray^614-555-0188\r\n'],
  ['a mark and the separator', '\uFEFFsep=;\nName;Phone\nZoë Ray;614-555-0188'],
  ['semicolons and empty columns', 'Name;Phone;;;;\r\nZoë Ray;614-555-0188;;;;\r\n'],
  ['UTF-16 with tabs', utf16('Name\tPhone\r\nZoë Ray\t614-555-0188\r\n')],
  ['UTF-16 without a mark', utf16('Name\tPhone\r\nZoë Ray\t614-555-0188\r\n', '')],
  ['Windows-1252', new Uint8Array(Buffer.from('Name,Phone\r\nZoë Ray,614-555-0188', 'latin1'))],
  ['UTF-8 that was saved as Windows-1252', 'Name,Phone\r\nZoÃ« Ray,614-555-0188'],
  ['formulas that protect text', 'Name,Phone\r\n"=""Zoë Ray""","=""614-555-0188"""'],
  ['a title above', 'Leads,\r\nExported on 8/3/2026,\r\nName,Phone\r\nZoë Ray,614-555-0188'],
  ['a title above other separators', 'Leads, of May\nName;Phone\nZoë Ray;614-555-0188\n'],
])('reads a file with %s', async (_, content) => {
  const [result, ...others] = await importedFrom(content, NOW)
  expect(result).toMatchObject({ lead: { prospect_name: 'Zoë Ray', prospect_phone: '614-555-0188' } })
  expect(others).toEqual([])
})

it('imports no totals, and reads dates that a spreadsheet numbered', async () => {
  const lines = ['Name,Phone,Created', 'Ann Lee,614-555-0188,46237', 'Total: 1,,']
  expect(await importedFrom(lines.join('\n'), NOW)).toEqual([
    { lead: expect.objectContaining({ created_at: '2026-08-03T04:00:00.000Z' }), remarks: [] },
    { problem: 'This row is a total or a remark, not a lead' },
  ])
})
