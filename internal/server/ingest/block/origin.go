package block

import (
	"cmp"

	"github.com/ClickHouse/ch-go/proto"
	"go.opentelemetry.io/collector/pdata/pcommon"
)

// origin is the resource and scope of records, rendered once for all of them.
type origin struct {
	service            string
	environment        string // as the tables derive it for writers who leave it out
	resource           []pair
	resourceURL        string
	resourceDropped    uint32
	scopeName          string
	scopeVersion       string
	scope              []pair
	scopeDropped       uint32
	scopeURL           string
	refuseResource     Reason // refusal that holds for all records of the resource
	refuse             Reason // refusal that holds for all records of the scope
	refused            bool
	resourceWasRefused bool
}

// origins are the columns of origins.
type origins struct {
	service, environment, resourceURL, scopeURL low
	resource, scope                             attrs
	scopeName, scopeVersion                     text
	resourceDropped, scopeDropped               proto.ColUInt32
}

func (c *origins) append(g *origin) {
	c.service.Append(g.service)
	c.environment.Append(g.environment)
	c.resource.row(g.resource)
	c.resourceURL.Append(g.resourceURL)
	c.resourceDropped.Append(g.resourceDropped)
	c.scope.row(g.scope)
	c.scopeName.Append(g.scopeName)
	c.scopeVersion.Append(g.scopeVersion)
	c.scopeURL.Append(g.scopeURL)
	c.scopeDropped.Append(g.scopeDropped)
}

func (w *writer) setResource(g *origin, r pcommon.Resource, url, environment string) {
	*g = origin{resourceURL: w.clean(url), resourceDropped: r.DroppedAttributesCount()}
	if why, ok := w.fits(r.Attributes()); !ok {
		g.refuseResource, g.resourceWasRefused = why, true
		return
	}
	g.resource = w.pairs(r.Attributes())
	var named, newName string
	for _, p := range g.resource {
		switch p.key {
		case "service.name":
			g.service = p.value
		case environmentKey:
			named = p.value
		case newEnvironmentKey:
			newName = p.value
		}
	}
	if named == "" {
		if newName == "" {
			newName = environment
		}
		g.setEnvironment(newName)
	}
	g.environment = cmp.Or(newName, named)
}

// setEnvironment replaces an empty environment, or adds one.
func (g *origin) setEnvironment(name string) {
	if name == "" {
		return
	}
	for i := range g.resource {
		if g.resource[i].key == environmentKey {
			g.resource[i].value = name
			return
		}
	}
	g.resource = append(g.resource, pair{environmentKey, name})
}

func (w *writer) setScope(g *origin, s pcommon.InstrumentationScope, url string) {
	g.refuse, g.refused = g.refuseResource, g.resourceWasRefused
	g.scopeName, g.scopeVersion, g.scopeURL = w.clean(s.Name()), w.clean(s.Version()), w.clean(url)
	g.scopeDropped = s.DroppedAttributesCount()
	g.scope = nil
	if why, ok := w.fits(s.Attributes()); !ok && !g.refused {
		g.refuse, g.refused = why, true
	}
	if !g.refused {
		g.scope = w.pairs(s.Attributes())
	}
}
