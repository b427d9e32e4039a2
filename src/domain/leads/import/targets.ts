import type { ImportField } from '../../../contract/lead-imports.ts'

/** What a column can fill: a field of the lead, a part of its name, or a company, which is a name if there is no other. */
export type Target = ImportField | 'given_name' | 'family_name' | 'company'

interface Column {
  field: Target
  label: string
  /** Headings that denote the field, in lowercase and with only letters and digits. */
  headings: readonly string[]
  /** The text that joins the cells of several columns. */
  joint?: string
}

const words = (...texts: string[]) => texts.flatMap((text) => text.split(' '))

/** What a file's columns can fill, in the order of the export. */
export const IMPORT_COLUMNS: readonly Column[] = [
  {
    field: 'prospect_name',
    label: 'Name',
    headings: words(
      'lead name fullname contact contactname customer customername client clientname prospect prospectname',
      'leadname displayname nombre nombres nombrecompleto nombrecliente cliente homeowner',
    ),
    joint: ' ',
  },
  {
    field: 'given_name',
    label: 'First Name',
    headings: words(
      'firstname namefirst first givenname given forename fname middlename additionalname middleinitial primernombre',
    ),
    joint: ' ',
  },
  {
    field: 'family_name',
    label: 'Last Name',
    headings: words('lastname namelast last familyname surname lname apellido apellidos suffix namesuffix'),
    joint: ' ',
  },
  {
    field: 'company',
    label: 'Company',
    headings: words(
      'company companyname businessname organization organizationname organisation organisationname empresa',
      'organization1name',
    ),
  },
  {
    field: 'prospect_email',
    label: 'Email',
    headings: words(
      'email emailaddress mail contactemail primaryemail email1 emails emailaddresses correo correoelectronico',
    ),
    joint: '\n',
  },
  {
    field: 'prospect_phone',
    label: 'Phone',
    headings: words(
      'phone phonenumber phones phonenumbers telephone telephonenumber tel mobile mobilephone mobilephones',
      'mobilephonenumber mobilenumber cell cellphone cellphonenumber cellnumber contactphone contactnumber primaryphone phone1 homephone homenumber',
      'workphone worknumber textmessagephone textmessageenabledphone landline telefono numerotelefono telefonomovil celular numerocelular movil',
    ),
    joint: '\n',
  },
  {
    field: 'property_address',
    label: 'Address',
    headings: words(
      'address propertyaddress serviceaddress jobaddress streetaddress street streetline addressline fulladdress',
      'formattedaddress addressformatted extendedaddress addressextended address1 address2 addressline1',
      'addressline2 apt apartment unit suite city town state province region stateprovince stateregion',
      'provincestate provstate zip zipcode postalcode postcode zippostalcode postalzip billto shipto location pobox direccion domicilio calle colonia ciudad codigopostal',
      'estado provincia',
    ),
    joint: ', ',
  },
  {
    field: 'service_interest',
    label: 'Service Interest',
    headings: words(
      'serviceinterest service services interest servicerequested job jobtype category taskname projecttype',
      'servicesneeded serviceneeded servicesrequested servicetype typeofservice servicesinterestedin',
      'servicio servicios serviciosolicitado tiposervicio',
    ),
  },
  {
    field: 'status',
    label: 'Status',
    headings: words(
      'status leadstatus opportunitystatus dealstatus estatus stage leadstage dealstage pipelinestage opportunitystage',
    ),
  },
  {
    field: 'created_at',
    label: 'Created',
    headings: words(
      'created createdat createddate createdon createdtime createdatetime createdate createtime creationdate',
      'creationtime timecreated datecreated dateadded added date received datereceived submitted submittedat',
      'timestamp submittedon submissiondate datesubmitted requestdate daterequested requestedon inquirydate leaddate leadcreated customersince clientsince fecha fechacreacion fechaalta fecharegistro',
    ),
  },
  {
    field: 'property_size',
    label: 'Property Size',
    headings: words(
      'propertysize size lotsize lawnsize yardsize squarefeet squarefootage sqft lawnsqft acreage tamanopropiedad tamanojardin',
    ),
  },
  { field: 'timeline', label: 'Timeline', headings: words('timeline timeframe when startdate') },
  {
    field: 'budget',
    label: 'Budget',
    headings: words('budget estimatedvalue dealvalue amount value presupuesto'),
  },
  {
    field: 'service_availability',
    label: 'Availability',
    headings: words('availability serviceavailability besttime besttimetocall'),
  },
  {
    field: 'service_additional_info',
    label: 'Additional Info',
    headings: words(
      'additionalinfo additionalinformation serviceadditionalinfo details description message descripcion mensaje',
    ),
    joint: '\n',
  },
  {
    field: 'notes',
    label: 'Notes',
    headings: words('notes note memo comments comment remarks notas comentarios comentario observaciones'),
    joint: '\n',
  },
  {
    field: 'loss_reason',
    label: 'Loss Reason',
    headings: words(
      'lossreason lostreason lostreasonname reasonlost reasonforloss closedlostreason motivoperdida razonperdida',
    ),
  },
  {
    field: 'booking_start_time',
    label: 'Booking',
    headings: words('booking bookingstart bookingstarttime appointment estimatecall'),
  },
  { field: 'booking_status', label: 'Booking Status', headings: words('bookingstatus') },
  { field: 'booking_url', label: 'Booking Link', headings: words('bookinglink bookingurl') },
  {
    field: 'source',
    label: 'Source',
    headings: words(
      'source leadsource fuente origen origin originalsource referral referralsource referredby',
    ),
  },
]

export const labelOf = (field: Target): string =>
  IMPORT_COLUMNS.find((column) => column.field === field)?.label ?? field

/** Returns whether a target is a part of the lead's name, or a name if there is no other. */
export const isPartOfName = (field: Target): field is 'given_name' | 'family_name' | 'company' =>
  field === 'given_name' || field === 'family_name' || field === 'company'
